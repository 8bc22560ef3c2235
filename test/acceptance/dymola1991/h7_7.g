@g.bnd
