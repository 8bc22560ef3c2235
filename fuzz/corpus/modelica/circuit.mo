connector Pin Real v; flow Real i; end Pin;
model R Pin p; Pin n; parameter Real r = 1; equation p.v - n.v = r*p.i; p.i + n.i = 0; end R;
model Bad Pin p; Pin n;  equation p.v - n.v = 1; p.i + n.i = 0; end Bad;
model Sub Pin a; Pin b; R r; Bad x; equation connect(a, r.p); connect(r.n, x.p); connect(x.n, b); end Sub;
model Gnd Pin p; Real q; equation q = 3; p.i = 0; end Gnd;
model M Sub s; R r; Gnd g; equation connect(s.a, r.p); connect(s.b, r.n); connect(g.p, r.n); end M;
