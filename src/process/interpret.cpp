// See interpret.h.
#include "process/interpret.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kerf::process {

namespace {

auto Interpret(const Program& program, const Routine& routine, uint32_t begin, Context& context, Host& host,
               double* r) -> Progress {
  uint32_t at = begin;
  uint64_t n_rounds = 0;
  for (;;) {
    const Instruction& i = routine.code[at];
    uint32_t next = at + 1;
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
        if (place == kNone) return {host.BadSubscript(r[i.c], i.d), next, at};
        if (i.op == Op::LoadAt) {
          r[i.a] = context.cells[i.b + place];
        } else {
          context.cells[i.a + place] = r[i.b];
        }
        break;
      }
      case Op::Jump:       next = i.a; break;
      case Op::JumpUnless: next = r[i.b] == 0 ? i.a : next; break;
      case Op::Invoke:     {
        context.next = next;
        double result = 0;
        const Flow flow = host.services()[i.what](host, i.b, r + i.c, result);
        r[i.a] = result;
        if (flow != Flow::Go) return {flow, next, at};
        break;
      }
      case Op::End: return {Flow::Go, next, at};
    }
    if (next <= at && ++n_rounds % kRounds == 0) {
      const Flow flow = host.GoneRound(n_rounds);
      if (flow != Flow::Go) return {flow, at + 1, at};
    }
    at = next;
  }
}

class Interpreter : public Executable {
 public:
  explicit Interpreter(const Program& program) : program_(program) {}

  auto Run(uint32_t routine, uint32_t begin, Context& context, Host& host) -> Progress override {
    const Routine& code = program_.routines[routine];
    if (depth_ == registers_.size()) registers_.emplace_back();
    // Moving the outer vector leaves the inner ones, with which outer runs work, where they are.
    std::vector<double>& registers = registers_[depth_++];
    registers.assign(code.n_registers, 0.0);
    const Progress progress = Interpret(program_, code, begin, context, host, registers.data());
    --depth_;
    return progress;
  }

 private:
  const Program& program_;
  // Of the runs that are inside of each other.
  std::vector<std::vector<double>> registers_;
  size_t depth_ = 0;
};

}  // namespace

auto PlaceOf(double subscript, uint32_t size) -> uint32_t {
  const double whole = std::floor(subscript);
  return whole == subscript && whole >= 1 && whole <= size ? static_cast<uint32_t>(whole) - 1 : kNone;
}

auto MakeInterpreter(const Program& program) -> std::unique_ptr<Executable> {
  return std::make_unique<Interpreter>(program);
}

}  // namespace kerf::process
