// Pieces of nodes that only Modelica has, or that it writes in another way.
#include <fmt/format.h>

#include "base/check.h"
#include "expr/print_pieces.h"

namespace kerf::expr {

namespace {

// A value of the kind, for arrays without elements. Records have none that can be written down.
auto SomeValue(Kind kind) -> std::string_view {
  switch (kind) {
    case Kind::Real:        return "0.0";
    case Kind::Integer:     return "0";
    case Kind::Boolean:     return "false";
    case Kind::Text:        return "\"\"";
    case Kind::Enumeration:
    case Kind::Record:
    case Kind::Object:
    case Kind::Clock:
    case Kind::Function:    return "";
  }
  return "";
}

}  // namespace

auto PieceMaker::IfPieces(ExprId id) const -> List {
  const Priority priority = PriorityOfNode(id);
  List pieces = {{"if ", {}, 0}};
  while (true) {
    const auto operands = pool_.operands(id);
    pieces.push_back({{}, operands[0], kNoDemand});
    pieces.push_back({" then ", {}, 0});
    pieces.push_back({{}, operands[1], priority.left});
    const ExprId other = Shown(operands[2]);
    if (!IsModelica() || pool_.op(other) != Op::If) {
      pieces.push_back({" else ", {}, 0});
      pieces.push_back({{}, other, priority.right});
      return pieces;
    }
    pieces.push_back({" elseif ", {}, 0});
    id = other;
  }
}

// The callee is a function or a variable that holds one.
auto PieceMaker::CallPieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  List pieces = ListPieces("(", operands.subspan(1), ")");
  pieces.insert(pieces.begin(), {{}, operands[0], kAtom});
  return pieces;
}

// Modelica has no empty braces.
auto PieceMaker::ArrayPieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  if (!IsModelica()) return ListPieces("[", operands, "]");
  const std::string_view value = SomeValue(pool_[id].kind);
  if (!operands.empty() || value.empty()) return ListPieces("{", operands, "}");
  return {{fmt::format("fill({},{})", value, fmt::join(pool_.shapes().dims(pool_[id].shape), ",")), {}, 0}};
}

// [i,j] or .x of a Subscript or Field.
auto PieceMaker::SuffixPieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  if (pool_.op(id) == Op::Subscript) return ListPieces("[", operands.subspan(1), "]");
  const auto position = static_cast<uint32_t>(pool_.integer(operands[1]));
  return {{fmt::format(".{}", namer_.FieldName(pool_[operands[0]].detail, position)), {}, 0}};
}

// Parts of a variable are written as a component reference, a[1].b. Parts of other values stand behind
// parentheses, one step each, as the grammar has it: ((f(x)).b)[1].
auto PieceMaker::AccessPieces(ExprId id) const -> List {
  std::vector<ExprId> steps;
  ExprId root = id;
  for (Op op = pool_.op(root); op == Op::Field || op == Op::Subscript; op = pool_.op(root)) {
    const bool is_second = op == Op::Subscript && !steps.empty() && pool_.op(steps.back()) == Op::Subscript;
    if (is_second) break;
    steps.push_back(root);
    root = Shown(pool_.operand(root, 0));
  }
  if (pool_.op(root) != Op::Var && pool_.op(root) != Op::Local) {
    List pieces = {{"(", {}, 0}, {{}, pool_.operand(id, 0), kNoDemand}, {")", {}, 0}};
    const List suffix = SuffixPieces(id);
    pieces.insert(pieces.end(), suffix.begin(), suffix.end());
    return pieces;
  }
  List pieces = LeafPieces(root);
  // The part of a derivative is the derivative of the part: what closes stands last.
  Piece last;
  if (pool_.op(root) == Op::Var) {
    last = std::move(pieces.back());
    pieces.pop_back();
  }
  for (size_t k = steps.size(); k-- > 0;) {
    const List suffix = SuffixPieces(steps[k]);
    pieces.insert(pieces.end(), suffix.begin(), suffix.end());
  }
  pieces.push_back(last);
  return pieces;
}

// A step of one is not written.
auto PieceMaker::RangePieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  const Priority priority = PriorityOfNode(id);
  List pieces = {{{}, operands[0], priority.left}, {":", {}, 0}};
  if (operands.size() > 2 && !pool_.IsNumber(Shown(operands[1]), 1)) {
    pieces.push_back({{}, operands[1], priority.left});
    pieces.push_back({":", {}, 0});
  }
  pieces.push_back({{}, operands.back(), priority.right});
  return pieces;
}

auto PieceMaker::ComprehensionPieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  const Op op = pool_.op(id);
  const bool is_array = op == Op::ArrayOf;
  List pieces = {{is_array ? "{" : fmt::format("{}(", OperatorText(options_.dialect, op)), {}, 0},
                 {{}, operands[0], kNoDemand}};
  for (size_t k = 1; k + 1 < operands.size(); k += 2) {
    pieces.push_back({k == 1 ? " for " : ",", {}, 0});
    pieces.push_back({{}, operands[k], kAtom});
    pieces.push_back({" in ", {}, 0});
    pieces.push_back({{}, operands[k + 1], kNoDemand});
  }
  pieces.push_back({is_array ? "}" : ")", {}, 0});
  return pieces;
}

// function f(a = 1): the last operand is the array of the bound inputs, from 0. With none bound the name of
// the function does.
auto PieceMaker::ClosurePieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  const auto inputs = pool_.operands(operands.back());
  if (inputs.empty()) return {{{}, operands[0], kAtom}};
  const bool is_function = pool_.op(operands[0]) == Op::Function;
  const FunctionId function = is_function ? pool_.function(operands[0]) : FunctionId{};
  List pieces = {{"function ", {}, 0}, {{}, operands[0], kAtom}};
  for (size_t k = 0; k < inputs.size(); ++k) {
    const auto input = static_cast<uint32_t>(pool_.integer(inputs[k]));
    pieces.push_back({fmt::format("{}{} = ", k == 0 ? "(" : ",", namer_.InputName(function, input)), {}, 0});
    pieces.push_back({{}, operands[k + 1], kNoDemand});
  }
  pieces.push_back({")", {}, 0});
  return pieces;
}

// A Real must not look like an Integer here: their texts differ.
auto PieceMaker::ToTextPieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  const ExprId value = operands[0];
  List pieces = ListPieces("String(", operands.subspan(0, 1), ")");
  if (operands.size() > 1) {
    // (value, format) or (value, digits, minimum length, left justified); what is the default is left out.
    pieces.pop_back();
    const auto add = [&](const char* name, ExprId option) {
      pieces.push_back({name, {}, 0});
      pieces.push_back({{}, option, kNoDemand});
    };
    if (operands.size() == 2) {
      add(", format = ", operands[1]);
    } else {
      KERF_CHECK(operands.size() == 4);
      const bool has_digits = pool_[value].kind == Kind::Real && !pool_.IsNumber(operands[1], 6);
      if (has_digits) add(", significantDigits = ", operands[1]);
      if (!pool_.IsNumber(operands[2], 0)) add(", minimumLength = ", operands[2]);
      const bool is_left = pool_.op(operands[3]) == Op::Boolean && pool_.boolean(operands[3]);
      if (!is_left) add(", leftJustified = ", operands[3]);
    }
    pieces.push_back({")", {}, 0});
  }
  if (pool_.op(value) != Op::Real) return pieces;
  std::string text = NumberText(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  pieces[1] = {std::move(text), {}, 0};
  return pieces;
}

}  // namespace kerf::expr
