within P.Q.R;
final model A end A;
encapsulated partial package B end B;
