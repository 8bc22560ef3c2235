// Names of tokens and nodes, made from their lists.
#include "lang/modelica/syntax/spelling.h"

namespace kerf::modelica {

auto Spelling(TokenKind kind) -> std::string_view {
  switch (kind) {
#define KERF_TOKEN(Name, spelling) \
  case TokenKind::Name: return spelling;
#include "lang/modelica/syntax/tokens.def"
  }
  return "";
}

auto NodeKindName(NodeKind kind) -> std::string_view {
  switch (kind) {
#define KERF_NODE(Name) \
  case NodeKind::Name: return #Name;
#include "lang/modelica/syntax/nodes.def"
  }
  return "";
}

auto IsKeyword(TokenKind kind) -> bool {
  switch (kind) {
#define KERF_TOKEN(Name, spelling) \
  case TokenKind::Name: return false;
#define KERF_KEYWORD(Name, spelling) \
  case TokenKind::Name: return true;
#include "lang/modelica/syntax/tokens.def"
  }
  return false;
}

}  // namespace kerf::modelica
