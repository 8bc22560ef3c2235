// Numbers of the method Radau IIA of order 5 (E. Hairer and G. Wanner, Solving Ordinary Differential
// Equations II, IV.8): nodes, eigenvalues of the inverse of its matrix, and the transformation to its
// eigenvectors.
#pragma once

#include <array>

namespace kerf::solvers::radau {

constexpr double kRoot6 = 2.449489742783178098197;
constexpr std::array<double, 3> kNode = {(4 - kRoot6) / 10, (4 + kRoot6) / 10, 1};
constexpr double kGamma = 3.6378342527444957322;
constexpr double kAlpha = 2.6810828736277521339;
constexpr double kBeta = 3.0504301992474105694;

using Matrix = std::array<std::array<double, 3>, 3>;
constexpr Matrix kT = {{{0.09123239487089294279, -0.14125529502095420843, -0.03002919410514742449},
                        {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
                        {0.96604818261509293619, 1, 0}}};
constexpr Matrix kInverseT = {{{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
                               {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
                               {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}}};
// Weights of the stages in the estimate of the error.
constexpr std::array<double, 3> kError = {-(13 + 7 * kRoot6) / 3, (-13 + 7 * kRoot6) / 3, -1.0 / 3};

}  // namespace kerf::solvers::radau
