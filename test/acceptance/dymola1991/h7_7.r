@r.bnd
