#include "model/clustering.hpp"

#include <limits>

namespace taut::model {
namespace {

// r² between a centre and each observation of a pack.
template <class Scalar>
Pack<Scalar> squared_distances(const Workspace<Scalar>& workspace, const Scalar* centre, Index pack) {
  return squared_distance<Scalar>(workspace.unit_kernel(g), centre, workspace.inputs(pack));
}

template <class Scalar>
Scalar* centre(const Workspace<Scalar>& workspace, Index j) {
  return workspace.inducing().data() + j * workspace.sizes().inputs;
}

// For each centre, how many observations belong to it and the sum of their differences from it: near a solution those
// are small, and so is the rounding of their sum.
template <class Scalar>
Scalar* sums(const Workspace<Scalar>& workspace, Index j) {
  return workspace.scratch().data() + j * (workspace.sizes().inputs + 1);
}

}  // namespace

template <class Scalar>
void Clustering<Scalar>::begin(const Workspace<Scalar>& workspace, Index observations, const Random& random,
                               const Settings& settings) {
  *this = {};
  if (observations <= 0 || workspace.active() <= 0) {
    return;
  }
  settings_ = settings;
  random_ = random;
  observations_ = observations;
  const Index room = numeric::size(workspace.scratch()) / pack_width;
  stride_ = (packs(observations) + room - 1) / room;
  stage_ = Stage::seed;
  add_centre(workspace, static_cast<Index>(random_.below(static_cast<std::uint32_t>(observations))));
}

template <class Scalar>
void Clustering<Scalar>::advance(const Workspace<Scalar>& workspace) {
  switch (stage_) {
    case Stage::seed:
      seed(workspace);
      break;
    case Stage::assign:
      assign(workspace);
      break;
    case Stage::move:
      move(workspace);
      break;
    case Stage::separate:
      separate(workspace);
      break;
    case Stage::done:
      break;
  }
}

template <class Scalar>
void Clustering<Scalar>::add_centre(const Workspace<Scalar>& workspace, Index observation) {
  const Panel<const Scalar> pack = workspace.inputs(observation / pack_width);
  for (Index d = 0; d < pack.rows(); ++d) {
    centre(workspace, centres_)[d] = pack.row(d)[observation % pack_width];
  }
  chosen_ = ++centres_;
  candidate_ = -1;
  total_ = 0;
  position_ = 0;
  if (centres_ == workspace.active()) {
    iterate(workspace, settings_.iterations > 0);
  }
}

// Some packs of the sweep that finds the next centre.
template <class Scalar>
void Clustering<Scalar>::seed(const Workspace<Scalar>& workspace) {
  const Index samples = (packs(observations_) + stride_ - 1) / stride_;
  for (Index unit = 0; unit < workspace.active() && position_ < samples; ++unit) {
    draw(workspace, position_++);
  }
  if (position_ < samples) {
    return;
  }
  if (candidate_ >= 0) {
    add_centre(workspace, candidate_);
  } else {  // every observation coincides with a centre
    iterate(workspace, settings_.iterations > 0);
  }
}

template <class Scalar>
void Clustering<Scalar>::draw(const Workspace<Scalar>& workspace, Index sample) {
  const Index first = sample * stride_ * pack_width;
  Eigen::Map<Pack<Scalar>> nearest(workspace.scratch().data() + sample * pack_width);
  Pack<Scalar> distances = squared_distances(workspace, centre(workspace, centres_ - 1), sample * stride_);
  if (centres_ > 1) {
    distances = distances.min(nearest);
  }
  nearest = distances;
  const Scalar least = settings_.separation * settings_.separation;
  Scalar here = 0;
  for (Index w = 0; w < pack_width; ++w) {
    distances[w] = first + w < observations_ && distances[w] > least ? distances[w] : Scalar(0);
    here += distances[w];
  }
  total_ += here;
  // Below `here` with the probability here / total; if so, uniform up to there.
  Scalar drawn = random_.uniform<Scalar>() * total_;
  if (!(drawn < here)) {
    return;
  }
  for (Index w = 0; w < pack_width && drawn >= 0; ++w) {
    candidate_ = distances[w] > 0 ? first + w : candidate_;
    drawn -= distances[w];
  }
}

// Begins a further iteration, or the end.
template <class Scalar>
void Clustering<Scalar>::iterate(const Workspace<Scalar>& workspace, bool further) {
  position_ = 0;
  stage_ = further ? Stage::assign : Stage::separate;
  chosen_ = further ? centres_ : 0;
  for (Scalar* entry = sums(workspace, 0); entry != sums(workspace, centres_); ++entry) {
    *entry = 0;
  }
}

template <class Scalar>
void Clustering<Scalar>::assign(const Workspace<Scalar>& workspace) {
  const Panel<const Scalar> inputs = workspace.inputs(position_);
  Pack<Scalar> nearest = Pack<Scalar>::Constant(std::numeric_limits<Scalar>::max());
  std::array<Index, pack_width> owner{};
  for (Index j = 0; j < centres_; ++j) {
    const Pack<Scalar> distances = squared_distances(workspace, centre(workspace, j), position_);
    for (Index w = 0; w < pack_width; ++w) {
      if (distances[w] < nearest[w]) {
        nearest[w] = distances[w];
        owner[static_cast<std::size_t>(w)] = j;
      }
    }
  }
  for (Index w = 0; w < pack_width && position_ * pack_width + w < observations_; ++w) {
    const Index j = owner[static_cast<std::size_t>(w)];
    Scalar* const sum = sums(workspace, j);
    for (Index d = 0; d < inputs.rows(); ++d) {
      sum[d] += inputs.row(d)[w] - centre(workspace, j)[d];
    }
    sum[inputs.rows()] += 1;
  }
  if (++position_ == packs(observations_)) {
    stage_ = Stage::move;
  }
}

// Every centre goes to the mean of its observations.
template <class Scalar>
void Clustering<Scalar>::move(const Workspace<Scalar>& workspace) {
  const Index inputs = workspace.sizes().inputs;
  const Scalar* const inverse = workspace.inverse_lengthscales(g).data();
  Scalar farthest = 0;
  for (Index j = 0; j < centres_; ++j) {
    const Scalar* const sum = sums(workspace, j);
    Scalar distance = 0;
    for (Index d = 0; d < inputs && sum[inputs] > 0; ++d) {
      const Scalar step = sum[d] / sum[inputs];
      centre(workspace, j)[d] += step;
      distance += (step * inverse[d]) * (step * inverse[d]);
    }
    farthest = distance > farthest ? distance : farthest;
  }
  ++iterations_;
  iterate(workspace, farthest > settings_.movement * settings_.movement && iterations_ < settings_.iterations);
}

// Keeps the centre at `position_` if it is far enough from those that have been kept.
template <class Scalar>
void Clustering<Scalar>::separate(const Workspace<Scalar>& workspace) {
  const Scalar* const point = centre(workspace, position_);
  const Scalar least = settings_.separation * settings_.separation;
  bool apart = true;
  for (Index j = 0; j < chosen_ && apart; ++j) {
    apart = squared_distance<Scalar>(workspace.unit_kernel(g), point, centre(workspace, j)) > least;
  }
  if (apart) {
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      centre(workspace, chosen_)[d] = point[d];
    }
    ++chosen_;
  }
  if (++position_ == centres_) {
    stage_ = Stage::done;
  }
}

template class Clustering<float>;
template class Clustering<double>;

}  // namespace taut::model
