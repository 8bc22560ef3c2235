model M
  Clock c = Clock("fast");
end M;
