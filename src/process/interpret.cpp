// See interpret.h.
#include "process/interpret.h"

#include <cmath>

namespace kerf::process {

namespace {

// The place of element `subscript` of 1 … size, or kNone.
auto PlaceOf(double subscript, uint32_t size) -> uint32_t {
  const double whole = std::floor(subscript);
  return whole == subscript && whole >= 1 && whole <= size ? static_cast<uint32_t>(whole) - 1 : kNone;
}

}  // namespace

auto Interpret(const Program& program, const Routine& routine, uint32_t begin, Context& context, Host& host,
               double* r) -> Progress {
  uint32_t at = begin;
  for (;;) {
    const Instruction& i = routine.code[at];
    switch (i.op) {
      case Op::Constant:   r[i.a] = program.constants[i.b]; break;
      case Op::Move:       r[i.a] = r[i.b]; break;
      case Op::Load:       r[i.a] = context.cells[i.b]; break;
      case Op::Store:      context.cells[i.a] = r[i.b]; break;
      case Op::LoadField:  r[i.a] = context.fields[i.b]; break;
      case Op::StoreField: context.fields[i.a] = r[i.b]; break;
      case Op::Unary:      r[i.a] = Apply(static_cast<expr::Op>(i.what), r[i.b]); break;
      case Op::Binary:     r[i.a] = Apply(static_cast<expr::Op>(i.what), r[i.b], r[i.c]); break;
      case Op::LoadAt:
      case Op::StoreAt:    {
        const uint32_t place = PlaceOf(r[i.c], i.d);
        if (place == kNone) return {host.BadSubscript(r[i.c], i.d), at, at};
        if (i.op == Op::LoadAt) {
          r[i.a] = context.cells[i.b + place];
        } else {
          context.cells[i.a + place] = r[i.b];
        }
        break;
      }
      case Op::Jump:       at = i.a; continue;
      case Op::JumpUnless: at = r[i.b] == 0 ? i.a : at + 1; continue;
      case Op::Invoke:     {
        context.next = at + 1;
        const Flow flow = host.Invoke(static_cast<Service>(i.what), i.b, r + i.c, i.d, r[i.a]);
        if (flow != Flow::Go) return {flow, at + 1, at};
        break;
      }
      case Op::End: return {Flow::Go, at, at};
    }
    ++at;
  }
}

}  // namespace kerf::process
