function value = kerf_delay_@number@(t, delay)
  value = kerf_read_past(@number@, t - delay);
end

