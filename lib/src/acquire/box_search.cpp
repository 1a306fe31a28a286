#include "acquire/box_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace taut::acquire {
namespace {

template <class Scalar>
void read_column(Panel<const Scalar> panel, Index w, etl::span<Scalar> vector) {
  for (Index d = 0; d < panel.rows(); ++d) {
    vector.data()[d] = panel.row(d)[w];
  }
}

template <class Scalar>
void write_column(etl::span<const Scalar> vector, Panel<Scalar> panel, Index w) {
  for (Index d = 0; d < panel.rows(); ++d) {
    panel.row(d)[w] = vector.data()[d];
  }
}

// Near one of the anchors: in any coordinate at most 1/2, 1/4, 1/8 or 1/16 away, as chance will have it.
template <class Scalar>
void place_near(const Points<Scalar>& anchors, Random& random, etl::span<Scalar> point) {
  const Scalar* const anchor = anchors[static_cast<Index>(random.below(static_cast<std::uint32_t>(anchors.count())))];
  const Scalar reach = 1 / static_cast<Scalar>(2U << random.below(4));
  for (Index d = 0; d < anchors.inputs; ++d) {
    const Scalar wanted = anchor[d] + reach * (2 * random.uniform<Scalar>() - 1);
    point.data()[d] = std::clamp(wanted, Scalar(0), Scalar(1));
  }
}

}  // namespace

template <class Scalar>
Status BoxSearch<Scalar>::check(Index inputs, const Settings& settings) {
  if (settings.candidates < 1 || settings.starts < 1 || settings.evaluations < 1 || settings.history < 1) {
    return Status::wrong_size;
  }
  const bool valid = settings.near >= 0 && settings.near <= pack_width && settings.separation >= 0 &&
                     std::isfinite(settings.separation) && settings.tolerance >= 0 && std::isfinite(settings.tolerance);
  if (!valid) {
    return Status::out_of_range;
  }
  return inputs >= 1 && inputs <= numeric::LowDiscrepancy::maximum_dimensions ? Status::ok : Status::wrong_size;
}

template <class Scalar>
Status BoxSearch<Scalar>::begin(Span memory, Index inputs, Index functions, const Points<Scalar>& anchors,
                                const Settings& settings, std::uint64_t seed) {
  if (const Status status = check(inputs, settings); status != Status::ok) {
    return status;
  }
  if (functions < 1 || functions > pack_width || numeric::size(memory) < this->memory(inputs, settings) ||
      (!anchors.coordinates.empty() && anchors.inputs != inputs)) {
    return Status::wrong_size;
  }
  settings_ = settings;
  inputs_ = inputs;
  functions_ = functions;
  starts_ = std::max(settings.starts / functions, Index(1));
  even_.begin(inputs, seed);
  next_even_ = 0;
  random_ = Random(seed).stream("near");
  shortlists_[0].begin(inputs, starts_, settings.separation);
  shortlists_.fill(shortlists_[0]);
  evaluated_ = 0;
  evaluations_ = 0;
  started_.fill(0);
  best_values_.fill(-std::numeric_limits<Scalar>::infinity());
  climbing_ = false;
  done_ = false;
  std::fill_n(vector(memory, lower).data(), inputs, Scalar(0));
  std::fill_n(vector(memory, upper).data(), inputs, Scalar(1));
  place_candidates(memory, anchors);
  for (Index function = 0; function < functions; ++function) {
    read_column<Scalar>(points(memory), 0, vector(memory, highest + function));
  }
  return Status::ok;
}

template <class Scalar>
void BoxSearch<Scalar>::advance(Span memory, const Points<Scalar>& anchors, const Pack<Scalar>& values) {
  if (done_) {
    return;
  }
  if (climbing_) {
    ++evaluations_;
    for (Index w = 0; w < pack_width; ++w) {
      climb(memory, w, values[w]);
    }
    done_ = !climbs();
    return;
  }
  advance(memory, anchors, Panel<const Scalar>({values.data(), static_cast<std::size_t>(pack_width)}, 1));
}

template <class Scalar>
void BoxSearch<Scalar>::advance(Span memory, const Points<Scalar>& anchors, Panel<const Scalar> values) {
  if (done_ || climbing_) {
    return;
  }
  ++evaluations_;
  for (Index w = 0; w < pack_width; ++w) {
    read_column<Scalar>(points(memory), w, vector(memory, point));
    for (Index function = 0; function < functions_; ++function) {
      shortlists_[static_cast<std::size_t>(function)].offer(list(memory, function), values.row(function)[w],
                                                            vector(memory, point));
    }
  }
  evaluated_ += pack_width;
  if (evaluated_ < settings_.candidates) {
    place_candidates(memory, anchors);
  } else {
    begin_climbing(memory);
  }
}

template <class Scalar>
void BoxSearch<Scalar>::place_candidates(Span memory, const Points<Scalar>& anchors) {
  const Index near = anchors.coordinates.empty() ? 0 : settings_.near;
  const Span place = vector(memory, point);
  for (Index w = 0; w < pack_width; ++w) {
    if (const Index anchor = evaluated_ + w; anchor < anchors.count()) {
      numeric::copy<Scalar>({anchors[anchor], static_cast<std::size_t>(inputs_)}, place);
    } else if (w < near) {
      place_near(anchors, random_, place);
    } else {
      even_.point<Scalar>(next_even_++ % numeric::LowDiscrepancy::maximum_points, place);
    }
    write_column<Scalar>(place, points(memory), w);
  }
}

template <class Scalar>
void BoxSearch<Scalar>::begin_climbing(Span memory) {
  climbing_ = true;
  for (Index function = 0; function < functions_; ++function) {
    const Shortlist<Scalar>& shortlist = shortlists_[static_cast<std::size_t>(function)];
    if (shortlist.count() > 0) {
      const Index best = shortlist.best(list(memory, function));
      improve_best(memory, function, shortlist.value(list(memory, function), best),
                   shortlist.point(list(memory, function), best));
    }
  }
  for (Index w = 0; w < pack_width; ++w) {
    start_climber(memory, w);
  }
  done_ = !climbs();
}

// From the next candidate of the function's list, if there is one.
template <class Scalar>
void BoxSearch<Scalar>::start_climber(Span memory, Index w) {
  const Index function = w % functions_;
  const Shortlist<Scalar>& shortlist = shortlists_[static_cast<std::size_t>(function)];
  Index& started = started_[static_cast<std::size_t>(function)];
  active_[static_cast<std::size_t>(w)] = started < shortlist.count();
  if (started == shortlist.count()) {
    return;
  }
  const ConstSpan start = shortlist.point(list(memory, function), started++);
  const typename Lbfgs::Settings settings{.history = settings_.history,
                                          .evaluations = settings_.evaluations,
                                          .gradient_tolerance = settings_.tolerance,
                                          .decrease_tolerance = settings_.tolerance,
                                          .value_scale = 1};
  climbers_[static_cast<std::size_t>(w)].begin(climber(memory, w), start, vector(memory, lower), vector(memory, upper),
                                               settings);
  write_column<Scalar>(start, points(memory), w);
}

template <class Scalar>
void BoxSearch<Scalar>::climb(Span memory, Index w, Scalar value) {
  if (!active_[static_cast<std::size_t>(w)]) {
    return;
  }
  Lbfgs& climber_w = climbers_[static_cast<std::size_t>(w)];
  const Span own = climber(memory, w);
  const Span slope = vector(memory, point);
  read_column<Scalar>(gradient(memory), w, slope);
  for (Scalar& entry : slope) {  // it minimises
    entry = -entry;
  }
  climber_w.advance(own, -value, slope);
  if (climber_w.done()) {
    improve_best(memory, w % functions_, -climber_w.best_value(), climber_w.best(own));
    start_climber(memory, w);
  } else {
    write_column<Scalar>(climber_w.point(own), points(memory), w);
  }
}

template <class Scalar>
void BoxSearch<Scalar>::improve_best(Span memory, Index function, Scalar value, ConstSpan place) {
  Scalar& best = best_values_[static_cast<std::size_t>(function)];
  if (value > best) {
    best = value;
    numeric::copy<Scalar>(place, vector(memory, highest + function));
  }
}

template class BoxSearch<float>;
template class BoxSearch<double>;

}  // namespace taut::acquire
