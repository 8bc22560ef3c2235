// Tables of up to nine stages. The last stage of the first two is the derivative at the end of the step.
#include <array>

#include "runtime/embedded_pair.h"

namespace kerf::runtime {

auto DormandPrince54() -> const EmbeddedPair& {
  static constexpr std::array<double, 7> kNodes = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  static constexpr std::array<double, 21> kRows = {
      1.0 / 5,                    //
      3.0 / 40,        9.0 / 40,  //
      44.0 / 45,       -56.0 / 15,
      32.0 / 9,  //
      19372.0 / 6561,  -25360.0 / 2187,
      64448.0 / 6561,  -212.0 / 729,  //
      9017.0 / 3168,   -355.0 / 33,
      46732.0 / 5247,  49.0 / 176,
      -5103.0 / 18656,  //
      35.0 / 384,      0,
      500.0 / 1113,    125.0 / 192,
      -2187.0 / 6784,  11.0 / 84,
  };
  static constexpr std::array<double, 7> kWeights = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784,
                                                     11.0 / 84,  0};
  static constexpr std::array<double, 7> kError = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                                   -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  static constexpr std::array<double, 7> kDense = {-12715105075.0 / 11282082432,  0,
                                                   87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                                   701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                                   69997945.0 / 29380423};
  static constexpr EmbeddedPair kPair = {5, 4, 0.1, kNodes, kRows, kWeights, kError, kDense};
  return kPair;
}

auto RungeKuttaSimpson() -> const EmbeddedPair& {
  constexpr double kSixth = 1.0 / 6;
  constexpr double kTwelfth = 1.0 / 12;
  static constexpr std::array<double, 9> kNodes = {0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1};
  static constexpr std::array<double, 36> kRows = {
      0.25,                                                       //
      0,        0.25,                                             //
      0,        0,      0.5,                                      //
      kTwelfth, kSixth, kSixth, kTwelfth,                         //
      kTwelfth, kSixth, kSixth, kTwelfth, 0.25,                   //
      kTwelfth, kSixth, kSixth, kTwelfth, 0,        0.25,         //
      kTwelfth, kSixth, kSixth, kTwelfth, 0,        0,      0.5,  //
      kTwelfth, kSixth, kSixth, kTwelfth, kTwelfth, kSixth, kSixth, kTwelfth,
  };
  static constexpr std::array<double, 9> kWeights = {kTwelfth, kSixth, kSixth,   kTwelfth, kTwelfth,
                                                     kSixth,   kSixth, kTwelfth, 0};
  // Simpson's rule takes one, four and one sixth of the derivatives at the start, the middle and the end.
  static constexpr std::array<double, 9> kError = {
      kTwelfth - kSixth, kSixth, kSixth, kTwelfth, kTwelfth - 4 * kSixth, kSixth, kSixth, kTwelfth, -kSixth};
  static constexpr EmbeddedPair kPair = {4, 4, 0.01, kNodes, kRows, kWeights, kError, {}};
  return kPair;
}

auto England45() -> const EmbeddedPair& {
  static constexpr std::array<double, 6> kNodes = {0, 1.0 / 2, 1.0 / 2, 1, 2.0 / 3, 1.0 / 5};
  static constexpr std::array<double, 15> kRows = {
      1.0 / 2,                                          //
      1.0 / 4,    1.0 / 4,                              //
      0,          -1,           2,                      //
      7.0 / 27,   10.0 / 27,    0,           1.0 / 27,  //
      28.0 / 625, -125.0 / 625, 546.0 / 625, 54.0 / 625, -378.0 / 625,
  };
  static constexpr std::array<double, 6> kWeights = {1.0 / 6, 0, 4.0 / 6, 1.0 / 6, 0, 0};
  static constexpr std::array<double, 6> kError = {
      1.0 / 6 - 14.0 / 336, 0, 4.0 / 6, 1.0 / 6 - 35.0 / 336, -162.0 / 336, -125.0 / 336};
  static constexpr EmbeddedPair kPair = {4, 4, 0.002, kNodes, kRows, kWeights, kError, {}};
  return kPair;
}

auto Fehlberg56() -> const EmbeddedPair& {
  static constexpr std::array<double, 8> kNodes = {0, 1.0 / 6, 4.0 / 15, 2.0 / 3, 4.0 / 5, 1, 0, 1};
  static constexpr std::array<double, 28> kRows = {
      1.0 / 6,                                                           //
      4.0 / 75,    16.0 / 75,                                            //
      5.0 / 6,     -8.0 / 3,   5.0 / 2,                                  //
      -8.0 / 5,    144.0 / 25, -4,          16.0 / 25,                   //
      361.0 / 320, -18.0 / 5,  407.0 / 128, -11.0 / 80,  55.0 / 128,     //
      -11.0 / 640, 0,          11.0 / 256,  -11.0 / 160, 11.0 / 256, 0,  //
      93.0 / 640,  -18.0 / 5,  803.0 / 256, -11.0 / 160, 99.0 / 256, 0, 1,
  };
  static constexpr std::array<double, 8> kWeights = {
      31.0 / 384, 0, 1125.0 / 2816, 9.0 / 32, 125.0 / 768, 5.0 / 66, 0, 0};
  static constexpr std::array<double, 8> kError = {5.0 / 66, 0, 0, 0, 0, 5.0 / 66, -5.0 / 66, -5.0 / 66};
  static constexpr EmbeddedPair kPair = {5, 5, 0.01, kNodes, kRows, kWeights, kError, {}};
  return kPair;
}

}  // namespace kerf::runtime
