// Models that the tests of libkerf run, with closed forms.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "api/kerf.hpp"

namespace kerf::api_test {

// h(t) = 1 - g t²/2 until sqrt(2/g), then with e times the speed.
inline constexpr const char* kBall = R"(model Ball
  parameter Real e = 0.7;
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e * pre(v));
  end when;
end Ball;
)";

// u charges C over R: der(y) = (u - y)/(R C).
inline constexpr const char* kRc = R"(model Rc
  input Real u(start = 0);
  output Real y(start = 0, fixed = true, unit = "V") "voltage";
  parameter Real R = 2 "resistance";
  parameter Real C = 0.5;
  parameter Real T = R * C;
equation
  T * der(y) = u - y;
end Rc;
)";

// Calls a function that machine code and interpreter share.
inline constexpr const char* kWithFunction = R"(model WithFunction
  function f
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 1:3 loop
      y := y + sin(i * x) / i;
    end for;
  end f;
  parameter Real a = 1;
  Real x(start = 0.3, fixed = true);
equation
  der(x) = a * f(x) - x;
end WithFunction;
)";

inline auto Load(const std::string& text, const LoadOptions& options = {}) -> Model {
  const Session session;
  return session.LoadText(text, KERF_MODELICA, options);
}

// The same bits, also of numbers that are none.
inline auto HasSameBits(const Result& a, const Result& b) -> bool {
  if (a.n_points() != b.n_points() || a.n_signals() != b.n_signals()) return false;
  const auto equal = [](std::span<const double> x, std::span<const double> y) {
    return std::memcmp(x.data(), y.data(), x.size_bytes()) == 0;
  };
  if (!equal(a.time(), b.time())) return false;
  for (size_t k = 0; k < a.n_signals(); ++k) {
    if (a.name(k) != b.name(k) || !equal(a.values(k), b.values(k))) return false;
  }
  return true;
}

// The code of the first message of the failure, which has a text.
template <typename Body>
auto FailureOf(const Body& body) -> std::string {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()), "");
    const auto messages = error.messages();
    return messages.empty() ? "" : messages[0].code;
  }
  return "nothing failed";
}

}  // namespace kerf::api_test
