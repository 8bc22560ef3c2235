// The axes of the page's plots: the same rules as in axis.cpp, and numbers for the read-out.
const isDrawable = (v) => Math.abs(v) <= 1e300;

const kUnits = ['s', 'm', 'A', 'V', 'W', 'J', 'N', 'Pa', 'Hz', 'F', 'H', 'C', 'T', 'Wb', 'Ohm'];
const kPrefixes = ['p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T'];

const widened = (low, high) => {
  if (low > high) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > 1e-12 * size && high - low > 1e-300) return [low, high];
  const half = size < 1e-290 ? 1 : 0.1 * size;
  return [(low + high) / 2 - half, (low + high) / 2 + half];
};
const power = (e) => Number('1e' + e);
const exponentOf = (v) => Math.floor(Math.log10(v) + 1e-9);
const niceTicks = (low, high, most) => {
  let exponent = Math.floor(Math.log10((high - low) / most)) - 1;
  for (let m = 1;; m = m === 1 ? 2 : m === 2 ? 5 : (exponent++, 1)) {
    const step = Number(m + 'e' + exponent);
    const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
    if (last - first < most) return {m, exponent, step, first, last};
  }
};
const superscript = (n) => String(n).replace(/./g, (c) => c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]);
const minus = (text) => text.replaceAll('-', '−');
const labelLength = (largest, stepExponent, e) => {
  const behind = Math.max(e - stepExponent, 0);
  return Math.max(exponentOf(largest) - e, 0) + 1 + behind + (behind > 0 ? 1 : 0);
};
const withPrefix = (label, e) => {
  const found = /^(.*)\[(\w+)\]$/.exec(label);
  if (!found || !kUnits.includes(found[2]) || Math.abs(e) > 12) return '';
  if ((found[2] === 's' && e > 0) || (found[2] === 'm' && e > 3)) return '';
  return `${found[1]}[${kPrefixes[e / 3 + 4]}${found[2]}]`;
};
const makeAxis = (low, high, label, most) => {
  const t = niceTicks(low, high, Math.max(most, 2));
  const largestFrom = (zero) => Math.max(Math.abs(t.first - zero), Math.abs(t.last - zero)) * t.step;
  let zero = 0, offset = '', e = 0, largest = largestFrom(0);
  if (largest > 0 && exponentOf(largest) - t.exponent + 1 > 6) {
    const unit = Math.max(exponentOf(Math.max(1, t.last - t.first) * t.step), t.exponent) + 1;
    const perUnit = Math.round(power(unit - t.exponent) / t.m);
    const units = Math.round((t.first + t.last) / 2 / perUnit);
    zero = units * perUnit;
    offset = (units < 0 ? '− ' : '+ ') + Number((Math.abs(units) * power(unit)).toPrecision(15));
    largest = largestFrom(zero);
  }
  if (largest > 0 && labelLength(largest, t.exponent, 0) > 5) {
    const scaled = 3 * Math.floor(exponentOf(largest) / 3);
    if (labelLength(largest, t.exponent, scaled) < labelLength(largest, t.exponent, 0)) e = scaled;
  }
  const ticks = [];
  for (let k = t.first; k <= t.last; k++) {
    const value = (k - zero) * t.m * power(t.exponent - e);
    const decimals = Math.min(Math.max(e - t.exponent, 0), 100);
    ticks.push({at: k * t.step, text: minus((value === 0 ? 0 : value).toFixed(decimals))});
  }
  const prefixed = offset === '' && e !== 0 ? withPrefix(label, e) : '';
  const factor = e !== 0 && prefixed === '' ? '×10' + superscript(e) : '';
  return {low, high, ticks, step: t.step, label: prefixed || label, note: [factor, offset].filter(Boolean).join(' ')};
};

// A value for the read-out, with about as many digits as the screen can tell apart.
const readout = (value, span) => {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return '0';
  const digits = Math.min(Math.max(exponentOf(Math.abs(value)) - exponentOf(span || 1) + 5, 4), 15);
  const short = Number(value.toPrecision(digits));
  const size = Math.abs(short);
  return minus(size >= 1e6 || size < 1e-4 ? short.toExponential().replace('e+', 'e') : String(short));
};
