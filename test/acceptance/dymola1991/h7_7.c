@c.bnd
