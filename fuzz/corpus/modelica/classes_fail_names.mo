type Size = enumeration(small, large, small);
type Kind = enumeration(start, stop);
model M
  Size s = Size.large;
  Kind k = Kind.stop;
  Real Integer = 1;
end M;
