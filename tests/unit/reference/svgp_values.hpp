#pragma once

// Written by tests/reference/svgp_values.py: change that, not this.

#include "check.hpp"
#include "model/likelihood.hpp"

namespace reference::svgp {

// clang-format off

/// Of g and of h: logarithms of the lengthscales and of the variance, mean.
inline constexpr Scalar parameters[2][4] = {
    {Scalar(-1), Scalar(-0.5), Scalar(0.25), Scalar(0.125)}, {Scalar(-0.25), Scalar(0), Scalar(-0.75), Scalar(-1.25)}};

/// The observations,
inline constexpr Scalar inputs[60][2] = {
    {Scalar(0.12890625), Scalar(0.4990234375)}, {Scalar(0.6015625), Scalar(0.0283203125)}, {Scalar(0.1474609375),
    Scalar(0.927734375)}, {Scalar(0.0703125), Scalar(0.1298828125)}, {Scalar(0.9482421875), Scalar(0.6220703125)},
    {Scalar(0.369140625), Scalar(0.51171875)}, {Scalar(0.6630859375), Scalar(0.275390625)}, {Scalar(0.1376953125),
    Scalar(0.7880859375)}, {Scalar(0.669921875), Scalar(0.5126953125)}, {Scalar(0.81640625), Scalar(0.548828125)},
    {Scalar(0.98046875), Scalar(0.2041015625)}, {Scalar(0.5537109375), Scalar(0.4833984375)}, {Scalar(0.353515625),
    Scalar(0.591796875)}, {Scalar(0.2353515625), Scalar(0.8017578125)}, {Scalar(0.8671875), Scalar(0.12890625)},
    {Scalar(0.466796875), Scalar(0.27734375)}, {Scalar(0.0830078125), Scalar(0.8955078125)}, {Scalar(0.4296875),
    Scalar(0.1474609375)}, {Scalar(0.673828125), Scalar(0.2021484375)}, {Scalar(0.9013671875), Scalar(0.216796875)},
    {Scalar(0.033203125), Scalar(0.201171875)}, {Scalar(0.345703125), Scalar(0.46875)}, {Scalar(0.90625),
    Scalar(0.697265625)}, {Scalar(0.3388671875), Scalar(0.0166015625)}, {Scalar(0.16015625), Scalar(0.99609375)},
    {Scalar(0.4599609375), Scalar(0.69140625)}, {Scalar(0.0546875), Scalar(0.0341796875)}, {Scalar(0.845703125),
    Scalar(0.587890625)}, {Scalar(0.30859375), Scalar(0.3173828125)}, {Scalar(0.0888671875), Scalar(0.1728515625)},
    {Scalar(0.0244140625), Scalar(0.8388671875)}, {Scalar(0.4658203125), Scalar(0.126953125)}, {Scalar(0.7392578125),
    Scalar(0.1953125)}, {Scalar(0.0615234375), Scalar(0.5986328125)}, {Scalar(0.8955078125), Scalar(0.02734375)},
    {Scalar(0.8046875), Scalar(0.1904296875)}, {Scalar(0.0927734375), Scalar(0.017578125)}, {Scalar(0.29296875),
    Scalar(0.7275390625)}, {Scalar(0.4931640625), Scalar(0.8525390625)}, {Scalar(0.216796875), Scalar(0.3154296875)},
    {Scalar(0.2578125), Scalar(0.978515625)}, {Scalar(0.94140625), Scalar(0.3408203125)}, {Scalar(0.435546875),
    Scalar(0.314453125)}, {Scalar(0.74609375), Scalar(0.0400390625)}, {Scalar(0.0673828125), Scalar(0.404296875)},
    {Scalar(0.2451171875), Scalar(0.845703125)}, {Scalar(0.7421875), Scalar(0.5458984375)}, {Scalar(0.6611328125),
    Scalar(0.6923828125)}, {Scalar(0.78125), Scalar(0.927734375)}, {Scalar(0.1494140625), Scalar(0.6259765625)},
    {Scalar(0.1435546875), Scalar(0.443359375)}, {Scalar(0.7861328125), Scalar(0.89453125)}, {Scalar(0.7587890625),
    Scalar(0.03515625)}, {Scalar(0.359375), Scalar(0.1630859375)}, {Scalar(0.9990234375), Scalar(0.1435546875)},
    {Scalar(0.244140625), Scalar(0.357421875)}, {Scalar(0.060546875), Scalar(0.8701171875)}, {Scalar(0.63671875),
    Scalar(0.16015625)}, {Scalar(0.498046875), Scalar(0.0791015625)}, {Scalar(0.611328125), Scalar(0.2314453125)}};

/// and what was seen there.
inline constexpr Scalar outputs[60] = {
    Scalar(0.7353515625), Scalar(0.4091796875), Scalar(1.376953125), Scalar(0.3232421875), Scalar(-0.8466796875),
    Scalar(1.2861328125), Scalar(0.4482421875), Scalar(1.2607421875), Scalar(0.517578125), Scalar(-0.75390625),
    Scalar(-0.71484375), Scalar(-0.326171875), Scalar(0.8779296875), Scalar(1.7578125), Scalar(-1.279296875),
    Scalar(1.01953125), Scalar(1.2861328125), Scalar(1.3330078125), Scalar(0.224609375), Scalar(-0.2802734375),
    Scalar(0.1923828125), Scalar(0.9921875), Scalar(-0.96875), Scalar(0.8447265625), Scalar(1.48828125),
    Scalar(1.017578125), Scalar(0.2587890625), Scalar(-0.38671875), Scalar(1.00390625), Scalar(0.1650390625),
    Scalar(0.8173828125), Scalar(0.8271484375), Scalar(0.1005859375), Scalar(0.740234375), Scalar(-1.3818359375),
    Scalar(-1.1572265625), Scalar(0.7607421875), Scalar(1.732421875), Scalar(2.0771484375), Scalar(1.4736328125),
    Scalar(1.7099609375), Scalar(-0.6279296875), Scalar(1.0859375), Scalar(-0.2470703125), Scalar(0.5703125),
    Scalar(1.7060546875), Scalar(-0.146484375), Scalar(-0.4306640625), Scalar(0.07421875), Scalar(0.9296875),
    Scalar(0.8779296875), Scalar(-0.1767578125), Scalar(-0.2626953125), Scalar(1.259765625), Scalar(-0.7236328125),
    Scalar(1.1455078125), Scalar(1.068359375), Scalar(-0.232421875), Scalar(0.546875), Scalar(-0.0927734375)};

/// The inducing points.
inline constexpr Scalar inducing[12][2] = {
    {Scalar(0.12890625), Scalar(0.4990234375)}, {Scalar(0.6015625), Scalar(0.0283203125)}, {Scalar(0.1474609375),
    Scalar(0.927734375)}, {Scalar(0.5595703125), Scalar(0.783203125)}, {Scalar(0.4482421875), Scalar(0.5654296875)},
    {Scalar(0.0625), Scalar(0.5546875)}, {Scalar(0.814453125), Scalar(0.705078125)}, {Scalar(0.802734375),
    Scalar(0.49609375)}, {Scalar(0.880859375), Scalar(0.1083984375)}, {Scalar(0.8759765625), Scalar(0.37109375)},
    {Scalar(0.0908203125), Scalar(0.619140625)}, {Scalar(0.455078125), Scalar(0.4287109375)}};

/// Where the functions are asked for.
inline constexpr Scalar tests[8][2] = {
    {Scalar(0.0625), Scalar(0.5546875)}, {Scalar(0.6171875), Scalar(0.4140625)}, {Scalar(0.5283203125),
    Scalar(0.4990234375)}, {Scalar(0.1337890625), Scalar(0.51171875)}, {Scalar(0.8623046875), Scalar(0.1708984375)},
    {Scalar(0.01171875), Scalar(0.0673828125)}, {Scalar(0.4599609375), Scalar(0.974609375)}, {Scalar(0.0439453125),
    Scalar(0.9912109375)}};

/// The likelihoods,
inline constexpr taut::model::Likelihood<Scalar> likelihoods[] = {
    {taut::model::Loss::pinball, Scalar(0.25)},
    {taut::model::Loss::asymmetric_square, Scalar(0.75)},
    {taut::model::Loss::square, Scalar(0.5)},};

/// and for each the lower bound of the evidence,
inline constexpr Scalar evidence[3] = {
    Scalar(-56.9949723235), Scalar(-52.886857499), Scalar(-52.4456684217)};

/// the mean of g and of h at the tests,
inline constexpr Scalar mean[3][2][8] = {
    {{Scalar(0.404497461585), Scalar(-0.139586779199), Scalar(0.30782679447), Scalar(0.715842917888),
    Scalar(-1.15362658539), Scalar(0.00204750580454), Scalar(0.968810906173), Scalar(1.0179400969)},
    {Scalar(-2.14650210454), Scalar(-1.90888955029), Scalar(-1.96127596196), Scalar(-2.12011260238),
    Scalar(-1.82332148516), Scalar(-1.8008431848), Scalar(-2.03078275069), Scalar(-2.24411924794)}},
    {{Scalar(0.740005770392), Scalar(0.482386907129), Scalar(0.939200060557), Scalar(1.04696994633),
    Scalar(-0.550065761215), Scalar(0.499801827632), Scalar(1.80077658916), Scalar(1.22080671594)},
    {Scalar(-1.44230513007), Scalar(-1.19138303553), Scalar(-1.22013651961), Scalar(-1.38594379678),
    Scalar(-1.21659466758), Scalar(-1.09255956103), Scalar(-1.35577248777), Scalar(-1.68028447067)}},
    {{Scalar(0.596894235471), Scalar(0.251948633485), Scalar(0.70675356573), Scalar(0.906086458053),
    Scalar(-0.764509214016), Scalar(0.274794331147), Scalar(1.52837637152), Scalar(1.12393230861)},
    {Scalar(-1.02869981038), Scalar(-0.713226127932), Scalar(-0.743693979634), Scalar(-0.955416227659),
    Scalar(-0.779255777951), Scalar(-0.714753863738), Scalar(-0.936563898151), Scalar(-1.32442291293)}}};

/// and their variance.
inline constexpr Scalar variance[3][2][8] = {
    {{Scalar(0.0222004408012), Scalar(0.096407076454), Scalar(0.0608248568021), Scalar(0.011888717742),
    Scalar(0.0286961174816), Scalar(0.51478909648), Scalar(0.250271592204), Scalar(0.132839646661)},
    {Scalar(0.0606344953297), Scalar(0.0361374781873), Scalar(0.0366091684745), Scalar(0.0484400557707),
    Scalar(0.0573462933327), Scalar(0.11116472059), Scalar(0.081884683143), Scalar(0.1090344924)}},
    {{Scalar(0.0266778755319), Scalar(0.0838371584875), Scalar(0.0560800626477), Scalar(0.0212614880447),
    Scalar(0.0268918360683), Scalar(0.515924377457), Scalar(0.206907330268), Scalar(0.138786291855)},
    {Scalar(0.0394444338857), Scalar(0.0224506626381), Scalar(0.0223983574101), Scalar(0.030221864634),
    Scalar(0.0323365230194), Scalar(0.0800489232826), Scalar(0.0522470357262), Scalar(0.0751817689645)}},
    {{Scalar(0.0238803424077), Scalar(0.0861944517396), Scalar(0.055435126022), Scalar(0.0187123471037),
    Scalar(0.0266945975204), Scalar(0.512387091343), Scalar(0.217372014505), Scalar(0.135981281713)},
    {Scalar(0.0388013043952), Scalar(0.0222555638903), Scalar(0.0223892380337), Scalar(0.0299608594566),
    Scalar(0.0314703502619), Scalar(0.0787015221194), Scalar(0.0507972687631), Scalar(0.0737588036995)}}};

// clang-format on

}  // namespace reference::svgp
