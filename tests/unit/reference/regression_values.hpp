#pragma once

// Written by tests/reference/regression_values.py: change that, not this.

#include "check.hpp"

namespace reference::regression {

// clang-format off

/// Logarithms of the lengthscales and of the variance, mean.
inline constexpr Scalar parameters[4] = {
    Scalar(-1.25), Scalar(-0.5), Scalar(0.375), Scalar(0.25)};

/// The observations,
inline constexpr Scalar inputs[24][2] = {
    {Scalar(0.8046875), Scalar(0.8076171875)}, {Scalar(0.515625), Scalar(0.2861328125)}, {Scalar(0.0537109375),
    Scalar(0.3837890625)}, {Scalar(0.408203125), Scalar(0.044921875)}, {Scalar(0.048828125), Scalar(0.9990234375)},
    {Scalar(0.65234375), Scalar(0.234375)}, {Scalar(0.4345703125), Scalar(0.974609375)}, {Scalar(0.8974609375),
    Scalar(0.84375)}, {Scalar(0.392578125), Scalar(0.4931640625)}, {Scalar(0.6767578125), Scalar(0.060546875)},
    {Scalar(0.5556640625), Scalar(0.271484375)}, {Scalar(0.8798828125), Scalar(0.064453125)}, {Scalar(0.6787109375),
    Scalar(0.8701171875)}, {Scalar(0.2275390625), Scalar(0.8955078125)}, {Scalar(0.8720703125), Scalar(0.0185546875)},
    {Scalar(0.70703125), Scalar(0.0009765625)}, {Scalar(0.5029296875), Scalar(0.4365234375)}, {Scalar(0.203125),
    Scalar(0.3251953125)}, {Scalar(0.806640625), Scalar(0.31640625)}, {Scalar(0.1494140625), Scalar(0.6982421875)},
    {Scalar(0.4482421875), Scalar(0.798828125)}, {Scalar(0.2353515625), Scalar(0.3193359375)}, {Scalar(0.7998046875),
    Scalar(0.5068359375)}, {Scalar(0.5068359375), Scalar(0.236328125)}};

/// what was seen there,
inline constexpr Scalar outputs[24] = {
    Scalar(-0.1083984375), Scalar(0.2412109375), Scalar(0.5576171875), Scalar(0.3564453125), Scalar(0.8994140625),
    Scalar(-0.625), Scalar(2.0576171875), Scalar(-0.4189453125), Scalar(0.837890625), Scalar(-0.50390625),
    Scalar(0.5927734375), Scalar(-1.3388671875), Scalar(0.0322265625), Scalar(1.9013671875), Scalar(-1.2109375),
    Scalar(-0.5009765625), Scalar(0.7763671875), Scalar(0.7880859375), Scalar(-0.697265625), Scalar(1.5478515625),
    Scalar(1.2138671875), Scalar(0.7529296875), Scalar(-1.03125), Scalar(0.5439453125)};

/// and the variance of the noise in it.
inline constexpr Scalar noise[24] = {
    Scalar(0.0126953125), Scalar(0.1875), Scalar(0.0263671875), Scalar(0.1708984375), Scalar(0.080078125),
    Scalar(0.1904296875), Scalar(0.0859375), Scalar(0.1875), Scalar(0.115234375), Scalar(0.0556640625),
    Scalar(0.150390625), Scalar(0.1376953125), Scalar(0.1396484375), Scalar(0.09765625), Scalar(0.0517578125),
    Scalar(0.1318359375), Scalar(0.0302734375), Scalar(0.1416015625), Scalar(0.130859375), Scalar(0.0810546875),
    Scalar(0.162109375), Scalar(0.046875), Scalar(0.083984375), Scalar(0.1611328125)};

/// Where the function is asked for,
inline constexpr Scalar tests[16][2] = {
    {Scalar(0.8046875), Scalar(0.8076171875)}, {Scalar(0.4052734375), Scalar(0.0732421875)}, {Scalar(0.8583984375),
    Scalar(0.8291015625)}, {Scalar(0.1396484375), Scalar(0.52734375)}, {Scalar(0.2578125), Scalar(0.4921875)},
    {Scalar(0.552734375), Scalar(0.1064453125)}, {Scalar(0.8642578125), Scalar(0.2783203125)}, {Scalar(0.447265625),
    Scalar(0.0576171875)}, {Scalar(0.0029296875), Scalar(0.1953125)}, {Scalar(0.341796875), Scalar(0.927734375)},
    {Scalar(0.8896484375), Scalar(0.48046875)}, {Scalar(0.455078125), Scalar(0.6669921875)}, {Scalar(0.8583984375),
    Scalar(0.3369140625)}, {Scalar(0.7939453125), Scalar(0.3994140625)}, {Scalar(0.59375), Scalar(0.7373046875)},
    {Scalar(0.5009765625), Scalar(0.6904296875)}};

/// its mean there,
inline constexpr Scalar mean[16] = {
    Scalar(-0.1471813393113095), Scalar(0.41880774300906998), Scalar(-0.20432043560600688),
    Scalar(1.0904114500083044), Scalar(1.1429582419553748), Scalar(0.15762329540426201), Scalar(-1.1279108587438396),
    Scalar(0.37183102534981627), Scalar(0.27030813383217722), Scalar(1.9960932368833699),
    Scalar(-0.95025428476142171), Scalar(1.1752408804141767), Scalar(-1.0794361367123964),
    Scalar(-0.89311653778687949), Scalar(0.53600589516704833), Scalar(1.0175115533829464)};

/// and its variance.
inline constexpr Scalar variance[16] = {
    Scalar(0.011429121314055379), Scalar(0.10074173415731758), Scalar(0.038819789547463346),
    Scalar(0.056786298764958332), Scalar(0.070169485726233827), Scalar(0.072994387516996273),
    Scalar(0.084561608487111917), Scalar(0.10061742270956797), Scalar(0.22835905332014561),
    Scalar(0.089192894314270132), Scalar(0.14717267207811702), Scalar(0.063805665146701607),
    Scalar(0.086326604964204412), Scalar(0.050300952143429001), Scalar(0.11888073344150651),
    Scalar(0.078180121458852669)};

/// The log marginal likelihood,
inline constexpr Scalar evidence = Scalar(-17.116800269968032);
/// and its gradient by the parameters.
inline constexpr Scalar gradient[4] = {
    Scalar(3.8183166235083434), Scalar(3.8007538682798061), Scalar(-3.4990135586131008), Scalar(-0.14443953662998243)};

/// How much mean, variance, evidence and gradient move at most, per unit of jitter.
inline constexpr Scalar mean_per_jitter = Scalar(12.52130837070542);
inline constexpr Scalar variance_per_jitter = Scalar(2.8498570864288197);
inline constexpr Scalar evidence_per_jitter = Scalar(216.33121853881221);
inline constexpr Scalar gradient_per_jitter = Scalar(218.15380613077193);

// clang-format on

}  // namespace reference::regression
