type Color = enumeration(red "warm", green, blue);
model M
  parameter Color c = Color.green;
  Color d(start = Color.red) = if time < 1 then Color.red else c;
  Boolean b = d > Color.red;
  Integer n = Integer(d);
  Color e = Color(3);
  String s = String(c);
end M;
