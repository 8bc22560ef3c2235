// Arithmetic on canonical forms. Rule numbers are those of the thesis.
#include "expr/canonical_form.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/number_text.h"

namespace kerf::expr {

namespace {

auto NumberText(double value) -> std::string {
  // Whole numbers with all their digits.
  constexpr double kMaxWhole = 1e15;
  const bool is_whole = std::abs(value) < kMaxWhole && value == std::trunc(value);
  const std::string text = is_whole ? fmt::format("{:.1f}", value) : base::NumberText(value);
  return value < 0 ? "(" + text + ")" : text;
}

// Texts are sorted as if they had no parentheses.
auto SortKey(std::string text) -> std::string {
  std::erase_if(text, [](char c) { return c == '(' || c == ')'; });
  return text;
}

auto IsNumber(const CanonicalSum& sum) -> bool { return sum.terms.empty(); }
auto IsNumber(const CanonicalSum& sum, double value) -> bool {
  return sum.terms.empty() && sum.constant == value;
}

auto IsOneTerm(const CanonicalSum& sum) -> bool { return sum.constant == 0 && sum.terms.size() == 1; }

// What stands under a power.
auto BaseText(const CanonicalFactor& factor) -> std::string {
  return factor.sum != nullptr ? "(" + factor.sum->text + ")" : factor.text;
}

auto FactorText(const CanonicalFactor& factor) -> std::string {
  const CanonicalSum& exponent = *factor.exponent;
  if (IsNumber(exponent, 1)) return BaseText(factor);
  const bool is_simple = IsNumber(exponent) || exponent.text.find_first_of("+*^(") == std::string::npos;
  return BaseText(factor) + "^" + (is_simple ? exponent.text : "(" + exponent.text + ")");
}

auto FactorsText(const CanonicalTerm& term) -> std::string {
  std::string text;
  for (const CanonicalFactor& factor : term.factors) text += (text.empty() ? "" : "*") + FactorText(factor);
  return text;
}

auto TermText(const CanonicalTerm& term) -> std::string {
  const std::string text = FactorsText(term);
  return term.coefficient == 1 ? text : text + "*" + NumberText(term.coefficient);
}

auto Finished(CanonicalSum sum) -> Canonical {
  std::vector<std::pair<std::string, size_t>> order;
  std::vector<std::string> texts;
  for (size_t k = 0; k < sum.terms.size(); ++k) {
    texts.push_back(TermText(sum.terms[k]));
    order.emplace_back(SortKey(texts.back()), k);
  }
  std::ranges::sort(order);
  std::vector<CanonicalTerm> sorted;
  if (sum.constant != 0 || sum.terms.empty()) sum.text = NumberText(sum.constant);
  for (const auto& [key, k] : order) {
    sum.text += (sum.text.empty() ? "" : "+") + texts[k];
    sorted.push_back(std::move(sum.terms[k]));
  }
  sum.terms = std::move(sorted);
  return std::make_shared<const CanonicalSum>(std::move(sum));
}

// The value as one product; a sum of several terms is a factor of it.
auto AsTerm(const Canonical& value) -> CanonicalTerm {
  if (IsOneTerm(*value)) return value->terms[0];
  if (IsNumber(*value)) return {value->constant, {}};
  return {1, {{"", value, CanonicalNumber(1)}}};
}

auto OfTerm(CanonicalTerm term) -> Canonical {
  CanonicalSum sum;
  if (term.coefficient == 0) return Finished(std::move(sum));
  if (term.factors.empty()) {
    sum.constant = term.coefficient;
  } else {
    const CanonicalFactor& first = term.factors[0];
    const bool is_sum = term.factors.size() == 1 && term.coefficient == 1 && first.sum != nullptr;
    if (is_sum && IsNumber(*first.exponent, 1)) return first.sum;
    sum.terms.push_back(std::move(term));
  }
  return Finished(std::move(sum));
}

// Rule 8: powers of one base are put together; what has become 1 is dropped (rule 6).
void AddFactor(CanonicalTerm& term, const CanonicalFactor& factor) {
  const std::string base = BaseText(factor);
  for (CanonicalFactor& other : term.factors) {
    if (BaseText(other) != base) continue;
    other.exponent = CanonicalAdd({{other.exponent, 1}, {factor.exponent, 1}});
    std::erase_if(term.factors, [](const CanonicalFactor& f) { return IsNumber(*f.exponent, 0); });
    return;
  }
  term.factors.push_back(factor);
}

void SortFactors(CanonicalTerm& term) {
  const auto less = [](const CanonicalFactor& a, const CanonicalFactor& b) {
    return SortKey(FactorText(a)) < SortKey(FactorText(b));
  };
  std::ranges::stable_sort(term.factors, less);
}

// The terms of a sum under construction by their products, so that like ones meet (rule 7).
class Terms {
 public:
  void Add(const CanonicalSum& value, double scale) {
    constant_ += scale * value.constant;
    for (const CanonicalTerm& term : value.terms) {
      const double coefficient = scale * term.coefficient;
      const CanonicalFactor& first = term.factors[0];
      // Rule 11: a number times a sum is distributed. The terms of that sum are finished.
      if (term.factors.size() == 1 && first.sum != nullptr && IsNumber(*first.exponent, 1)) {
        constant_ += coefficient * first.sum->constant;
        for (const CanonicalTerm& inner : first.sum->terms) AddTerm(inner, coefficient * inner.coefficient);
      } else {
        AddTerm(term, coefficient);
      }
    }
  }
  auto Take() -> Canonical {
    CanonicalSum sum;
    sum.constant = constant_;
    for (auto& [text, term] : terms_) {
      if (term.coefficient != 0) sum.terms.push_back(std::move(term));
    }
    return Finished(std::move(sum));
  }

 private:
  void AddTerm(const CanonicalTerm& term, double coefficient) {
    const auto [at, is_new] = terms_.try_emplace(FactorsText(term), term);
    at->second.coefficient = is_new ? coefficient : at->second.coefficient + coefficient;
  }

  double constant_ = 0;
  std::map<std::string, CanonicalTerm> terms_;
};

}  // namespace

auto CanonicalNumber(double value) -> Canonical {
  CanonicalSum sum;
  sum.constant = value;
  return Finished(std::move(sum));
}

auto CanonicalAtom(std::string text) -> Canonical {
  CanonicalSum sum;
  sum.terms.push_back({1, {{std::move(text), nullptr, CanonicalNumber(1)}}});
  return Finished(std::move(sum));
}

auto CanonicalAdd(const std::vector<CanonicalPart>& parts) -> Canonical {
  Terms terms;
  for (const CanonicalPart& part : parts) terms.Add(*part.value, part.sign);
  return terms.Take();
}

auto CanonicalMul(const Canonical& a, const Canonical& b) -> Canonical {
  CanonicalTerm product = AsTerm(a);
  const CanonicalTerm other = AsTerm(b);
  product.coefficient *= other.coefficient;
  for (const CanonicalFactor& factor : other.factors) AddFactor(product, factor);
  SortFactors(product);
  return OfTerm(std::move(product));
}

// Rules 9 and 10: the power of a product is the product of the powers.
auto CanonicalPow(const Canonical& base, const Canonical& exponent) -> Canonical {
  if (IsNumber(*exponent, 0) || IsNumber(*base, 1)) return CanonicalNumber(1);
  if (IsNumber(*exponent, 1)) return base;
  CanonicalTerm term = AsTerm(base);
  const double folded = IsNumber(*exponent) ? std::pow(term.coefficient, exponent->constant) : std::nan("");
  CanonicalTerm power;
  if (term.coefficient != 1) {
    if (std::isfinite(folded)) {
      power.coefficient = folded;
    } else if (term.coefficient > 0 || term.factors.empty()) {
      power.factors.push_back({NumberText(term.coefficient), nullptr, exponent});
    } else {
      // A root of a negative number times something stays whole.
      power.factors.push_back({"", base, exponent});
      return OfTerm(std::move(power));
    }
  }
  for (const CanonicalFactor& factor : term.factors)
    AddFactor(power, {factor.text, factor.sum, CanonicalMul(factor.exponent, exponent)});
  SortFactors(power);
  return OfTerm(std::move(power));
}

}  // namespace kerf::expr
