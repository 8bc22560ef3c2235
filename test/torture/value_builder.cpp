// What makes arrays of scalars and of other arrays, and texts of numbers.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "value.h"

namespace kerf::torture {

namespace {

auto FilledVal(const Val& value, const std::vector<Val>& sizes, size_t from) -> Val {
  std::vector<int> dims;
  for (size_t k = from; k < sizes.size(); ++k) dims.push_back(IndexOf(sizes[k]));
  std::vector<Val> parts(static_cast<size_t>(CountOf(dims)), value);
  return ArrayVal(dims, std::move(parts), value.sort);
}

auto Diagonal(const std::vector<Val>& entries, Sort sort) -> Val {
  const int n = static_cast<int>(entries.size());
  std::vector<Val> parts(static_cast<size_t>(n * n), sort == Sort::Integer ? IntegerVal(0) : RealVal(0));
  for (int k = 0; k < n; ++k)
    parts[static_cast<size_t>(k) * static_cast<size_t>(n + 1)] = entries[static_cast<size_t>(k)];
  return ArrayVal({n, n}, std::move(parts), sort);
}

auto Promoted(const Val& x, size_t rank) -> Val {
  std::vector<int> dims = x.dims;
  dims.resize(std::max(rank, x.rank()), 1);
  if (x.is_scalar()) return dims.empty() ? x : ArrayVal(dims, {x}, x.sort);
  return ArrayVal(dims, x.parts, x.sort);
}

// Along dimension `along`, from 1.
auto Joined(int along, const std::vector<Val>& arrays) -> Val {
  const auto at = static_cast<size_t>(along - 1);
  std::vector<int> dims = arrays.at(0).dims;
  bool is_real = false;
  dims.at(at) = 0;
  for (const Val& array : arrays) {
    dims[at] += array.dims.at(at);
    is_real = is_real || array.sort == Sort::Real;
  }
  int outer = 1;
  for (size_t k = 0; k < at; ++k) outer *= dims[k];
  std::vector<Val> parts;
  for (int block = 0; block < outer; ++block) {
    for (const Val& given : arrays) {
      const Val array = is_real ? AsReal(given) : given;
      const int size = outer == 0 ? 0 : static_cast<int>(array.parts.size()) / outer;
      for (int k = 0; k < size; ++k)
        parts.push_back(
            array.parts[static_cast<size_t>(block) * static_cast<size_t>(size) + static_cast<size_t>(k)]);
    }
  }
  return ArrayVal(dims, std::move(parts), is_real ? Sort::Real : arrays[0].sort);
}

auto RangeVal(const Val& first, const Val& step, const Val& last) -> Val {
  const bool is_whole = first.sort != Sort::Real && step.sort != Sort::Real && last.sort != Sort::Real;
  if (step.number == 0) throw NoValue{"a step of 0"};
  const double steps = (last.number - first.number) / step.number;
  if (!is_whole && std::abs(steps - std::round(steps)) < 1e-9 &&
      !(first.is_exact && step.is_exact && last.is_exact))
    throw NoValue{"rounding decides"};
  std::vector<Val> parts;
  for (int k = 0; k <= steps; ++k) {
    Val value = first;
    value.number += k * step.number;
    if (!is_whole) value.sort = Sort::Real;
    parts.push_back(value);
  }
  return ArrayVal({static_cast<int>(parts.size())}, parts, is_whole ? first.sort : Sort::Real);
}

auto Linspace(const Val& first, const Val& last, int n) -> Val {
  if (n < 2) throw NoValue{"linspace of less than two"};
  std::vector<Val> parts;
  for (int k = 0; k < n; ++k) {
    parts.push_back(RealVal(first.number + (last.number - first.number) * k / (n - 1)));
    parts.back().is_exact = false;
  }
  return ArrayVal({n}, parts, Sort::Real);
}

auto SizeOf(const std::vector<Val>& operands) -> Val {
  const Val& x = operands[0];
  if (operands.size() == 2) return IntegerVal(x.dims.at(static_cast<size_t>(IndexOf(operands[1]) - 1)));
  std::vector<Val> parts;
  for (const int size : x.dims) parts.push_back(IntegerVal(size));
  return ArrayVal({static_cast<int>(parts.size())}, parts, Sort::Integer);
}

}  // namespace

auto ApplyBuilder(const std::string& op, const std::vector<Val>& operands, Val& result) -> bool {
  if (op == "{}") {
    result = Stacked(operands, Sort::Real);
  } else if (op == "fill") {
    result = FilledVal(operands.at(0), operands, 1);
  } else if (op == "zeros" || op == "ones") {
    result = FilledVal(IntegerVal(op == "ones" ? 1 : 0), operands, 0);
  } else if (op == "identity") {
    result = Diagonal(std::vector<Val>(static_cast<size_t>(IndexOf(operands.at(0))), IntegerVal(1)),
                      Sort::Integer);
  } else if (op == "diagonal") {
    result = Diagonal(operands.at(0).parts, operands[0].sort);
  } else if (op == "linspace") {
    result = Linspace(operands.at(0), operands.at(1), IndexOf(operands.at(2)));
  } else if (op == "cat") {
    result = Joined(IndexOf(operands.at(0)), {operands.begin() + 1, operands.end()});
  } else if (op == "promote") {
    result = Promoted(operands.at(0), static_cast<size_t>(IndexOf(operands.at(1))));
  } else if (op == "range") {
    result = RangeVal(operands.at(0), operands.at(1), operands.at(2));
  } else if (op == "size") {
    result = SizeOf(operands);
  } else {
    return false;
  }
  return true;
}

auto TextOf(const Val& value, const std::vector<std::string>& literals, int digits, int length, bool is_left)
    -> std::string {
  std::string text;
  switch (value.sort) {
    case Sort::Boolean:     text = value.number != 0 ? "true" : "false"; break;
    case Sort::Integer:     text = fmt::format("{}", static_cast<long long>(value.number)); break;
    case Sort::Text:        text = value.text; break;
    case Sort::Enumeration: text = literals.at(static_cast<size_t>(value.number) - 1); break;
    default:                text = FormattedText(value, fmt::format("%.{}g", digits));
  }
  const auto wanted = static_cast<size_t>(std::max(length, 0));
  if (text.size() >= wanted) return text;
  const std::string blanks(wanted - text.size(), ' ');
  return is_left ? text + blanks : blanks + text;
}

auto FormattedText(const Val& value, const std::string& format) -> std::string {
  char text[200];
  const std::string whole = format.starts_with('%') ? format : "%" + format;
  if (whole.back() == 'd') {
    const std::string wide = whole.substr(0, whole.size() - 1) + "lld";
    std::snprintf(text, sizeof text, wide.c_str(), static_cast<long long>(value.number));
  } else {
    std::snprintf(text, sizeof text, whole.c_str(), value.number);
  }
  return text;
}

}  // namespace kerf::torture
