// SI base and derived units, the units that the Modelica specification asks for besides, and a few that
// occur often. A symbol that is missing here is a unit of its own.
#include "units/symbols.h"

#include <numbers>

namespace kerf::units {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::array<int8_t, kBaseCount> kNone = {};
constexpr std::array<int8_t, kBaseCount> kMass = {1};
constexpr std::array<int8_t, kBaseCount> kLength = {0, 1};
constexpr std::array<int8_t, kBaseCount> kVolume = {0, 3};
constexpr std::array<int8_t, kBaseCount> kTime = {0, 0, 1};
constexpr std::array<int8_t, kBaseCount> kPerTime = {0, 0, -1};
constexpr std::array<int8_t, kBaseCount> kCurrent = {0, 0, 0, 1};
constexpr std::array<int8_t, kBaseCount> kTemperature = {0, 0, 0, 0, 1};
constexpr std::array<int8_t, kBaseCount> kAmount = {0, 0, 0, 0, 0, 1};
constexpr std::array<int8_t, kBaseCount> kLight = {0, 0, 0, 0, 0, 0, 1};
constexpr std::array<int8_t, kBaseCount> kEnergy = {1, 2, -2};
constexpr std::array<int8_t, kBaseCount> kPower = {1, 2, -3};
constexpr std::array<int8_t, kBaseCount> kPressure = {1, -1, -2};
constexpr std::array<int8_t, kBaseCount> kDose = {0, 2, -2};

constexpr auto kSymbols = std::to_array<Symbol>({
    {"g", 1e-3, kMass},
    {"m", 1, kLength},
    {"s", 1, kTime},
    {"A", 1, kCurrent},
    {"K", 1, kTemperature},
    {"mol", 1, kAmount},
    {"cd", 1, kLight},
    // Derived units of the SI.
    {"rad", 1, kNone},
    {"sr", 1, kNone},
    {"N", 1, {1, 1, -2}, Offset::None, true},
    {"J", 1, kEnergy, Offset::None, true},
    {"W", 1, kPower, Offset::None, true},
    {"Pa", 1, kPressure, Offset::None, true},
    {"V", 1, {1, 2, -3, -1}, Offset::None, true},
    {"Ohm", 1, {1, 2, -3, -2}, Offset::None, true},
    {"S", 1, {-1, -2, 3, 2}, Offset::None, true},
    {"C", 1, {0, 0, 1, 1}, Offset::None, true},
    {"F", 1, {-1, -2, 4, 2}, Offset::None, true},
    {"H", 1, {1, 2, -2, -2}, Offset::None, true},
    {"Wb", 1, {1, 2, -2, -1}, Offset::None, true},
    {"T", 1, {1, 0, -2, -1}, Offset::None, true},
    {"Hz", 1, kPerTime},
    {"Bq", 1, kPerTime},
    {"lm", 1, kLight},
    {"lx", 1, {0, -2, 0, 0, 0, 0, 1}},
    {"Gy", 1, kDose},
    {"Sv", 1, kDose},
    {"kat", 1, {0, 0, -1, 0, 0, 1}},
    {"degC", 1, kTemperature, Offset::Celsius},
    // Units used beside the SI.
    {"min", 60, kTime},
    {"h", 3600, kTime},
    {"d", 86400, kTime},
    {"l", 1e-3, kVolume},
    {"L", 1e-3, kVolume},
    {"eV", 1.602176634e-19, kEnergy},
    {"deg", kPi / 180, kNone},
    {"rev", 2 * kPi, kNone},
    {"rpm", 2 * kPi / 60, kPerTime},
    {"debye", 1e-21 / 299792458, {0, 1, 1, 1}},
    {"degF", 5.0 / 9, kTemperature, Offset::Fahrenheit},
    {"degRk", 5.0 / 9, kTemperature},
    {"%", 0.01, kNone},
    {"var", 1, kPower},
    {"bar", 1e5, kPressure},
    {"atm", 101325, kPressure},
    {"mmHg", 133.322387415, kPressure},
    {"t", 1000, kMass},
    {"cal", 4.184, kEnergy},
    {"ha", 1e4, {0, 2}},
    {"Wh", 3600, kEnergy},
    {"Ah", 3600, {0, 0, 1, 1}},
});

constexpr auto kPrefixes = std::to_array<Prefix>({
    {"Q", 1e30},  {"R", 1e27},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},
    {"T", 1e12},  {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},   {"da", 1e1},
    {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},  {"p", 1e-12},
    {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}, {"r", 1e-27}, {"q", 1e-30},
});

}  // namespace

auto Symbols() -> std::span<const Symbol> { return kSymbols; }
auto Prefixes() -> std::span<const Prefix> { return kPrefixes; }

}  // namespace kerf::units
