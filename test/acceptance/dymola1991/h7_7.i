@i.bnd
