#include "model/matern.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "check.hpp"
#include "matrices.hpp"
#include "numbers.hpp"
#include "numeric/cholesky.hpp"
#include "numeric/elementary.hpp"
#include "numeric/floating_point.hpp"

using matrices::Sequence;
using taut::numeric::to_bits;
using namespace taut::model;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;

constexpr Index most_points = matrices::largest;
constexpr Index most_inputs = 8;

// A kernel with the storage that it looks at.
struct OwnKernel {
  std::array<Scalar, most_inputs> inverse{};
  Index inputs;
  Scalar variance;

  OwnKernel(std::initializer_list<Scalar> lengthscales, Scalar kernel_variance)
      : inputs(static_cast<Index>(lengthscales.size())), variance(kernel_variance) {
    Scalar* next = inverse.data();
    for (const Scalar lengthscale : lengthscales) {
      *next++ = std::sqrt(Scalar(5)) / lengthscale;
    }
  }
  Matern<Scalar> view() const { return {{inverse.data(), static_cast<std::size_t>(inputs)}, variance}; }
};

const OwnKernel three_inputs({Scalar(0.25), Scalar(1), Scalar(4)}, Scalar(1.5));

std::array<Scalar, most_points * most_inputs> coordinates;
std::array<Scalar, Panel<Scalar>::entries(most_inputs)> pack_storage;
std::array<Scalar, Panel<Scalar>::entries(most_inputs)> gradient_storage;
matrices::PanelStorage covariance_storage;
matrices::PanelStorage weight_storage;
matrices::TriangleStorage triangle_storage;

Points<Scalar> points(Index count, Index inputs) {
  return {{coordinates.data(), static_cast<std::size_t>(count * inputs)}, inputs};
}

void scatter(Sequence& sequence) {
  for (Scalar& coordinate : coordinates) {
    coordinate = (sequence.next() + 1) / 2;
  }
}

// Points first, first + 1, … side by side; the pack is filled up with the last.
Panel<Scalar> side_by_side(const Points<Scalar>& all, Index first) {
  const Panel<Scalar> pack(pack_storage, all.inputs);
  for (Index w = 0; w < pack_width; ++w) {
    const Index i = std::min(first + w, all.count() - 1);
    for (Index d = 0; d < all.inputs; ++d) {
      pack.row(d)[w] = all[i][d];
    }
  }
  return pack;
}

struct Case {
  Scalar shift[3];
  Scalar covariance;
  Scalar gradient[3];  // by the logarithm of each lengthscale
};

// Printed by tests/reference/matern_values.py.
constexpr Case cases[] = {
    {{Scalar(0.0009765625), 0, 0}, Scalar(1.49998092687577963), {Scalar(0.000038145525910752696), 0, 0}},
    {{0, Scalar(0.25), 0}, Scalar(1.42643988251794938), {0, Scalar(0.139281321719939594), 0}},
    {{Scalar(0.125), Scalar(-0.5), 1},
     Scalar(1.01347170002798959),
     {Scalar(0.312753855134863718), Scalar(0.312753855134863718), Scalar(0.0781884637837159294)}},
    {{Scalar(-0.5), Scalar(0.75), -2},
     Scalar(0.154723125670850602),
     {Scalar(0.437398897770951013), Scalar(0.0615092199990399862), Scalar(0.0273374311106844383)}},
    {{1, 1, 1},
     Scalar(0.00565144192594404154),
     {Scalar(0.03988959889557439), Scalar(0.00249309993097339938), Scalar(0.000155818745685837461)}},
    {{-4, 8, 16},
     Scalar(1.42857239950603829e-15),
     {Scalar(4.25134578156689086e-14), Scalar(1.06283644539172271e-14), Scalar(2.65709111347930678e-15)}},
};

// exp(-r) passes the rounding of r on r-fold; everything else is a few roundings, and r is 41 in the last case.
constexpr Scalar few_roundings = 64 * epsilon;

// Case k is point 0 and, in lane k, a point shifted from it.
Panel<Scalar> lay_out_cases() {
  const Scalar origin[] = {Scalar(0.5), Scalar(-0.25), 2};
  const Panel<Scalar> pack(pack_storage, 3);
  for (Index d = 0; d < 3; ++d) {
    coordinates[static_cast<std::size_t>(d)] = origin[d];
    pack.row(d).setConstant(origin[d]);
    for (std::size_t k = 0; k < std::size(cases); ++k) {
      pack.row(d)[static_cast<Index>(k)] += cases[k].shift[d];
    }
  }
  return pack;
}

void covariances_are_those_of_the_bessel_form() {
  const Panel<Scalar> covariances(covariance_storage, 1);
  cross_covariance<Scalar>(three_inputs.view(), points(1, 3), lay_out_cases(), covariances);
  Index lane = 0;
  for (const Case& expected : cases) {
    CHECK_WITHIN(few_roundings * expected.covariance, expected.covariance, covariances.row(0)[lane++]);
  }
}

void gradients_are_those_of_the_bessel_form() {
  const Panel<Scalar> weights(weight_storage, 1);
  const Panel<Scalar> gradient(gradient_storage, 3);
  weights.row(0).setOnes();
  gradient_storage.fill(0);
  add_lengthscale_gradient<Scalar>(three_inputs.view(), points(1, 3), lay_out_cases(), weights, gradient);
  Index lane = 0;
  for (const Case& expected : cases) {
    for (Index d = 0; d < 3; ++d) {
      CHECK_WITHIN(few_roundings * expected.gradient[d], expected.gradient[d], gradient.row(d)[lane]);
    }
    ++lane;
  }
}

void a_point_has_the_variance_with_itself() {
  Sequence sequence;
  scatter(sequence);
  const Points<Scalar> all = points(20, 3);
  const Triangle<Scalar> triangle(triangle_storage, 20);
  covariance<Scalar>(three_inputs.view(), all, triangle);
  for (Index i = 0; i < 20; ++i) {
    TEST_ASSERT_TRUE(triangle(i, i) == Scalar(1.5));
  }
}

void points_far_apart_have_nothing_in_common() {
  coordinates.fill(0);
  const Panel<Scalar> pack(pack_storage, 3);
  const Panel<Scalar> covariances(covariance_storage, 1);
  for (Index d = 0; d < 3; ++d) {
    pack.row(d).setConstant(Scalar(1e6));
  }
  cross_covariance<Scalar>(three_inputs.view(), points(1, 3), pack, covariances);
  TEST_ASSERT_TRUE((covariances.row(0) == 0).all());
}

// Two ways through the same operations, whichever of two points comes first: the same bits.
void the_triangle_holds_the_cross_covariances_of_the_points_and_these_are_symmetric() {
  Sequence sequence;
  for (const Index count : {1, 7, 8, 9, 20}) {  // packs that are full, and not
    scatter(sequence);
    const Points<Scalar> all = points(count, 3);
    const Triangle<Scalar> triangle(triangle_storage, count);
    const Panel<Scalar> covariances(covariance_storage, count);
    triangle_storage.fill(std::numeric_limits<Scalar>::quiet_NaN());
    covariance<Scalar>(three_inputs.view(), all, triangle);
    for (Index first = 0; first < count; first += pack_width) {
      cross_covariance<Scalar>(three_inputs.view(), all, side_by_side(all, first), covariances);
      for (Index j = 0; j < count; ++j) {
        for (Index i = first; i < std::min(first + pack_width, count); ++i) {
          const Scalar once = i >= j ? triangle(i, j) : triangle(j, i);
          TEST_ASSERT_TRUE(to_bits(once) == to_bits(covariances.row(j)[i - first]));
        }
      }
    }
    const Scalar beyond = triangle_storage[static_cast<std::size_t>(Triangle<Scalar>::entries(count))];
    TEST_ASSERT_TRUE(beyond != beyond);
  }
}

// Σ_j weights_j k(point j, x) for each point of the pack, with one lengthscale stretched by the factor.
Pack<Scalar> weighted(OwnKernel kernel, Index input, Scalar stretch, const Points<Scalar>& all, Panel<Scalar> pack) {
  kernel.inverse[static_cast<std::size_t>(input)] /= stretch;
  const Panel<Scalar> covariances(covariance_storage, all.count());
  const Panel<Scalar> weights(weight_storage, all.count());
  cross_covariance<Scalar>(kernel.view(), all, pack, covariances);
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  for (Index j = 0; j < all.count(); ++j) {
    sum += weights.row(j) * covariances.row(j);
  }
  return sum;
}

// Signs of weights differ between lanes but not within a sum over points, so that nothing cancels.
void fill_weights(Panel<Scalar> weights, Sequence& sequence) {
  for (Index j = 0; j < weights.rows(); ++j) {
    for (Index w = 0; w < pack_width; ++w) {
      weights.row(j)[w] = (1 + sequence.next() / 2) * (w % 3 == 0 ? Scalar(-1) : Scalar(1));
    }
  }
}

void gradients_match_central_differences_and_are_added() {
  // The differences are off by step² / 6 times a third derivative, some ten times the first: 1e-7 in double, 4e-4 in
  // float. Rounding of covariances, some twenty times as large as the gradient, over the step adds 2e-4 in float.
  const bool single = sizeof(Scalar) == sizeof(float);
  const Scalar step = single ? Scalar(0x1p-6) : Scalar(0x1p-12);
  const Scalar tolerance = single ? Scalar(1e-3) : Scalar(1e-6);
  const auto already = Scalar(0.5);
  Sequence sequence;
  scatter(sequence);
  const Points<Scalar> all = points(21, 3);
  const Panel<Scalar> pack = side_by_side(all, 13);  // each at distance 0 from one point
  fill_weights({weight_storage, 21}, sequence);
  const Panel<Scalar> gradient(gradient_storage, 3);
  gradient_storage.fill(already);
  const OwnKernel kernel({Scalar(0.25), Scalar(0.75), Scalar(1.5)}, Scalar(1.5));
  add_lengthscale_gradient<Scalar>(kernel.view(), all, pack, Panel<Scalar>(weight_storage, 21), gradient);
  for (Index d = 0; d < 3; ++d) {
    const Pack<Scalar> above = weighted(kernel, d, taut::numeric::exp(step), all, pack);
    const Pack<Scalar> below = weighted(kernel, d, taut::numeric::exp(-step), all, pack);
    for (Index w = 0; w < pack_width; ++w) {
      const Scalar difference = (above[w] - below[w]) / (2 * step);
      CHECK_WITHIN(tolerance * std::abs(difference), difference, gradient.row(d)[w] - already);
    }
  }
}

void covariances_of_scattered_points_are_positive_definite() {
  Sequence sequence;
  scatter(sequence);
  const OwnKernel kernel({1, 1, 1, 1, 1, 1, 1, 1}, 2);
  for (const Index inputs : {4, 6, 8}) {
    const Triangle<Scalar> triangle(triangle_storage, most_points);
    Matern<Scalar> view = kernel.view();
    view.inverse_lengthscales = view.inverse_lengthscales.first(static_cast<std::size_t>(inputs));
    covariance<Scalar>(view, points(most_points, inputs), triangle);
    const auto added = taut::numeric::factorise(triangle);
    TEST_ASSERT_TRUE(added.has_value());
    TEST_ASSERT_TRUE(added.value() == 0);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(covariances_are_those_of_the_bessel_form);
  RUN_TEST(gradients_are_those_of_the_bessel_form);
  RUN_TEST(a_point_has_the_variance_with_itself);
  RUN_TEST(points_far_apart_have_nothing_in_common);
  RUN_TEST(the_triangle_holds_the_cross_covariances_of_the_points_and_these_are_symmetric);
  RUN_TEST(gradients_match_central_differences_and_are_added);
  RUN_TEST(covariances_of_scattered_points_are_positive_definite);
  return UNITY_END();
}
