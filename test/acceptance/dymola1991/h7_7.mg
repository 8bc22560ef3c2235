@mg.bnd
