#include "acquire/proposal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "numeric/elementary.hpp"

namespace taut::acquire {
namespace {

using model::g;
using model::h;

template <class Scalar>
Status check(const ProposalSettings<Scalar>& settings) {
  if (settings.batch < 1 || settings.features < 1) {
    return Status::wrong_size;
  }
  if (!std::isfinite(settings.noise_multiplier) || !std::isfinite(settings.spacing)) {
    return Status::not_finite;
  }
  return settings.spacing >= 0 ? Status::ok : Status::out_of_range;
}

template <class Scalar>
Scalar within_box(Scalar coordinate) {
  const Scalar below = coordinate < 1 ? coordinate : Scalar(1);
  return below > 0 ? below : Scalar(0);
}

}  // namespace

template <class Scalar>
Status Proposal<Scalar>::begin(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                               const Settings& settings, const Random& random, Scalar best) {
  const Index inputs = workspace.sizes().inputs;
  Status status = check(settings);
  if (status != Status::ok) {
    return status;
  }
  if (numeric::size(memory) < Proposal::memory(inputs, workspace.active(), settings)) {
    return Status::wrong_size;
  }
  if (!std::isfinite(best)) {
    return Status::not_finite;
  }
  status = BoxSearch<Scalar>::check(inputs, settings.search);
  if (status != Status::ok) {
    return status;
  }
  settings_ = settings;
  random_ = random;
  best_ = best;
  inputs_ = inputs;
  count_ = 0;
  scale_varies_ = settings.strategy == Strategy::thompson && settings.noise_multiplier != 0 && problem.has(h);
  if (problem.observations == 0 || workspace.active() == 0) {
    stage_ = Stage::design;
  } else if (settings.strategy == Strategy::gibbon) {
    begin_paths(pack_width);
  } else {
    begin_next(memory, workspace.active());
  }
  return Status::ok;
}

template <class Scalar>
void Proposal<Scalar>::advance(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Index active = workspace.active();
  switch (stage_) {
    case Stage::design: {
      numeric::LowDiscrepancy even;
      even.begin(inputs_, random_.state().key);
      even.point(static_cast<std::uint32_t>(count_), numeric::slice(memory, count_ * inputs_, inputs_));
      stage_ = ++count_ < settings_.batch ? stage_ : Stage::done;
      break;
    }
    case Stage::draw:
      drawing_.advance(path(memory, g, active), posterior(workspace, problem, g), workspace.points());
      if (drawing_.done() && scale_varies_) {
        drawing_.begin(stream("path of the scale"), mean_first());
        stage_ = Stage::draw_scale;
      } else if (drawing_.done()) {
        begin_search(memory, active);
      }
      break;
    case Stage::draw_scale:
      drawing_.advance(path(memory, h, active), workspace.latent(h), workspace.points());
      if (drawing_.done()) {
        begin_search(memory, active);
        stage_ = Stage::scale;
      }
      break;
    case Stage::scale:
      evaluate_scale_paths(memory, workspace);
      stage_ = Stage::search;
      break;
    case Stage::search:
      search(memory, workspace, problem);
      break;
    case Stage::accept:
      accept(memory, active);
      break;
    case Stage::choose:
      gibbon_.add(batch(memory, active), workspace, problem, point(memory, count_ - 1));
      if (!gibbon_.busy()) {
        begin_next(memory, active);
      }
      break;
    case Stage::done:
      break;
  }
}

// In memory: the points, what the search needs, and what the strategy needs.
template <class Scalar>
etl::span<Scalar> Proposal<Scalar>::searching(Span memory) const {
  return numeric::slice(memory, settings_.batch * inputs_, BoxSearch<Scalar>::memory(inputs_, settings_.search));
}

template <class Scalar>
etl::span<Scalar> Proposal<Scalar>::work(Span memory) const {
  const Index first = settings_.batch * inputs_ + BoxSearch<Scalar>::memory(inputs_, settings_.search);
  return numeric::slice(memory, first, numeric::size(memory) - first);
}

template <class Scalar>
PathStorage<Scalar> Proposal<Scalar>::path(Span memory, Which which, Index active) const {
  const Index features = features_of_each(settings_, scale_varies_ ? 2 : 1);
  const Index scalars = PathStorage<Scalar>::scalars(inputs_, features, active);
  return {numeric::slice(work(memory), which * scalars, scalars), inputs_, features, active, together_};
}

template <class Scalar>
GibbonStorage<Scalar> Proposal<Scalar>::batch(Span memory, Index active) const {
  return {work(memory), {inputs_, active, settings_.batch, pack_width}};
}

template <class Scalar>
etl::span<Scalar> Proposal<Scalar>::tops(Span memory, Index active) const {
  const Index after = GibbonStorage<Scalar>::scalars(batch(memory, active).sizes());
  return numeric::slice(work(memory), after, pack_width * inputs_);
}

template <class Scalar>
Points<Scalar> Proposal<Scalar>::anchors(Span memory, Index active) const {
  if (settings_.strategy == Strategy::gibbon && !on_paths_) {
    return {tops(memory, active), inputs_};
  }
  return {{}, inputs_};
}

template <class Scalar>
void Proposal<Scalar>::begin_paths(Index together) {
  together_ = together;
  on_paths_ = true;
  drawing_.begin(stream("path"), mean_first());
  stage_ = Stage::draw;
}

template <class Scalar>
void Proposal<Scalar>::begin_next(Span memory, Index active) {
  if (settings_.strategy == Strategy::thompson) {
    begin_paths(std::min(settings_.batch - count_, pack_width));
  } else {
    together_ = 1;
    on_paths_ = false;
    begin_search(memory, active);
  }
}

template <class Scalar>
void Proposal<Scalar>::begin_search(Span memory, Index active) {
  search_.begin(searching(memory), inputs_, together_, anchors(memory, active), settings_.search,
                stream("search").next());
  accepted_ = 0;
  stage_ = Stage::search;
}

template <class Scalar>
void Proposal<Scalar>::search(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Span room = searching(memory);
  const Index active = workspace.active();
  if (on_paths_) {
    evaluate_paths(memory, workspace);
  } else if (settings_.strategy == Strategy::gibbon) {
    acquire::advance(search_, room, gibbon_, batch(memory, active), workspace, problem, anchors(memory, active));
  } else {
    acquire::advance(search_, room, Improvement<Scalar>(workspace, problem, work(memory), best_),
                     anchors(memory, active));
  }
  if (!search_.done()) {
    return;
  }
  if (on_paths_ && settings_.strategy == Strategy::gibbon) {
    begin_gibbon(memory, workspace, problem);
  } else {
    stage_ = Stage::accept;
  }
}

// The paths have served: their memory is that of the batch from here on. What a reading tells of the maximum is next to
// nothing in most of the box, so that the search would miss it without the places where paths are highest.
template <class Scalar>
void Proposal<Scalar>::begin_gibbon(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Span places = tops(memory, workspace.active());
  std::array<Scalar, pack_width> maxima{};
  for (Index i = 0; i < pack_width; ++i) {
    const Scalar highest = search_.best_value(i);
    maxima[static_cast<std::size_t>(i)] = std::isfinite(highest) ? highest : workspace.latent(g).mean;
    numeric::copy<Scalar>(search_.best(searching(memory), i), numeric::slice(places, i * inputs_, inputs_));
  }
  gibbon_.begin(batch(memory, workspace.active()), workspace, problem, maxima);  // sizes and numbers are right
  begin_next(memory, workspace.active());
}

// Of the paths of h, at the points of the search: their values, a row for each; or, once the search climbs, the slopes
// of each lane's path, a row per input, and then its value.
template <class Scalar>
Panel<Scalar> Proposal<Scalar>::scale_found(Span memory, Index active) const {
  const Index after = 2 * PathStorage<Scalar>::scalars(inputs_, features_of_each(settings_, 2), active);
  const Index rows = scale_rows(inputs_);
  return {numeric::slice(work(memory), after, Panel<Scalar>::entries(rows)), rows};
}

// As much work as following the paths of g, so not in the same slice.
template <class Scalar>
void Proposal<Scalar>::evaluate_scale_paths(Span memory, const Workspace<Scalar>& workspace) {
  const Index active = workspace.active();
  const Paths<Scalar> of_h = path(memory, h, active).paths(workspace.latent(h), workspace.points());
  const Panel<Scalar> found = scale_found(memory, active);
  const auto first = [&found](Index rows) {
    return Panel<Scalar>({found.row(0).data(), static_cast<std::size_t>(Panel<Scalar>::entries(rows))}, rows);
  };
  if (search_.wants_gradient()) {
    found.row(inputs_) = value_and_gradient<Scalar>(of_h, search_.points(searching(memory)), first(inputs_));
  } else {
    evaluate<Scalar>(of_h, search_.points(searching(memory)), first(together_));
  }
}

template <class Scalar>
void Proposal<Scalar>::evaluate_paths(Span memory, const Workspace<Scalar>& workspace) {
  const Span room = searching(memory);
  const Index active = workspace.active();
  const Points<Scalar> none = anchors(memory, active);
  const PathStorage<Scalar> storage = path(memory, g, active);
  const Paths<Scalar> of_g = storage.paths(workspace.latent(g), workspace.points());
  if (!scale_varies_) {
    acquire::advance(search_, room, of_g, storage.values(), none);
    return;
  }
  const Panel<Scalar> found = scale_found(memory, active);
  const auto scaled = [&](Index row) {
    const Pack<Scalar> logarithm = found.row(row);
    return Pack<Scalar>(settings_.noise_multiplier * numeric::exp(logarithm));
  };
  if (search_.wants_gradient()) {
    const Panel<Scalar> gradient = search_.gradient(room);
    const Pack<Scalar> of_scale = scaled(inputs_);
    const Pack<Scalar> values = value_and_gradient<Scalar>(of_g, search_.points(room), gradient) + of_scale;
    for (Index d = 0; d < inputs_; ++d) {
      gradient.row(d) += of_scale * found.row(d);
    }
    search_.advance(room, none, values);
  } else {
    const Panel<Scalar> values = storage.values();
    evaluate<Scalar>(of_g, search_.points(room), values);
    for (Index i = 0; i < together_; ++i) {
      values.row(i) += scaled(i);
    }
    search_.advance(room, none, values);
  }
  stage_ = Stage::scale;
}

// One of the points found; with Q-GIBBON it then joins the batch, as much work as a step of the search.
template <class Scalar>
void Proposal<Scalar>::accept(Span memory, Index active) {
  place_apart(memory, search_.best(searching(memory), accepted_++));
  ++count_;
  if (count_ == settings_.batch) {
    stage_ = Stage::done;
  } else if (settings_.strategy == Strategy::gibbon) {
    stage_ = Stage::choose;
  } else if (accepted_ == together_) {
    begin_next(memory, active);
  }
}

// Two paths may have the same maximum, in a corner for example. The later point then moves a little aside, and farther
// each time that this is not enough: anywhere in the box in the end. Drawn within the box, not pushed back into it,
// which would put points that went too far on the same corner.
template <class Scalar>
void Proposal<Scalar>::place_apart(Span memory, ConstSpan found) {
  const Span place = numeric::slice(memory, count_ * inputs_, inputs_);
  numeric::copy<Scalar>(found, place);
  Random random = stream("aside");
  Scalar reach = 2 * std::max(settings_.spacing, Scalar(1e-6));  // points are distinct without spacing, too
  for (int attempt = 0; attempt < 32 && crowded(memory, place); ++attempt) {
    for (Index d = 0; d < inputs_; ++d) {
      const auto at = static_cast<std::size_t>(d);
      const Scalar lowest = within_box(found[at] - reach);
      place[at] = lowest + (within_box(found[at] + reach) - lowest) * random.uniform<Scalar>();
    }
    reach *= Scalar(1.5);
  }
}

template <class Scalar>
bool Proposal<Scalar>::crowded(Span memory, ConstSpan place) const {
  const Scalar least = settings_.spacing * settings_.spacing * static_cast<Scalar>(inputs_);
  for (Index i = 0; i < count_; ++i) {
    const Scalar square = numeric::squared_distance(place, point(memory, i));
    if (!(square >= least) || square == 0) {
      return true;
    }
  }
  return false;
}

template class Proposal<float>;
template class Proposal<double>;

}  // namespace taut::acquire
