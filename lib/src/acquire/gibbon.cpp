#include "acquire/gibbon.hpp"

#include <array>
#include <cmath>

namespace taut::acquire {

using model::g;

template <class Scalar>
void Gibbon<Scalar>::begin(const BatchSoFar<Scalar>& batch) {
  if (batch.count == 0) {
    maxima_.begin(batch, pack_width, false, false);
    stage_ = Stage::sample_maxima;
  } else {
    stage_ = Stage::add;
  }
}

template <class Scalar>
Index Gibbon<Scalar>::advance(const BatchSoFar<Scalar>& batch) {
  switch (stage_) {
    case Stage::sample_maxima:
      if (maxima_.advance(batch)) {
        keep_maxima(batch);
        begin_search(batch);
      }
      return 0;
    case Stage::add:  // as much work as a step of the search
      information_.add(storage(batch), batch.workspace, batch.problem, batch.last());
      if (!information_.busy()) {
        begin_search(batch);
      }
      return 0;
    case Stage::search:
      search(batch);
      break;
  }
  return batch.search.done() ? 1 : 0;
}

template <class Scalar>
BatchInformationStorage<Scalar> Gibbon<Scalar>::storage(const BatchSoFar<Scalar>& batch) {
  return {batch.memory, {batch.inputs(), batch.active(), batch.settings.batch, pack_width}};
}

// Where the paths were highest.
template <class Scalar>
etl::span<Scalar> Gibbon<Scalar>::tops(const BatchSoFar<Scalar>& batch) {
  return numeric::slice(batch.memory, Storage::scalars(storage(batch).sizes()), pack_width * batch.inputs());
}

// The paths have served: their memory is that of the batch from here on.
template <class Scalar>
void Gibbon<Scalar>::keep_maxima(const BatchSoFar<Scalar>& batch) {
  const Index inputs = batch.inputs();
  const etl::span<Scalar> places = tops(batch);
  std::array<Scalar, pack_width> maxima{};
  for (Index i = 0; i < pack_width; ++i) {
    const Scalar highest = batch.search.best_value(i);
    maxima[static_cast<std::size_t>(i)] = std::isfinite(highest) ? highest : batch.workspace.latent(g).mean;
    numeric::copy<Scalar>(batch.search.best(batch.search_memory, i), numeric::slice(places, i * inputs, inputs));
  }
  information_.begin(storage(batch), batch.workspace, batch.problem, maxima);  // sizes and numbers are right
}

template <class Scalar>
void Gibbon<Scalar>::begin_search(const BatchSoFar<Scalar>& batch) {
  batch.begin_search(1, {tops(batch), batch.inputs()});
  stage_ = Stage::search;
}

// A part of the evaluation of one pack.
template <class Scalar>
void Gibbon<Scalar>::search(const BatchSoFar<Scalar>& batch) {
  BoxSearch<Scalar>& search = batch.search;
  const Panel<Scalar> gradient = search.wants_gradient() ? search.gradient(batch.search_memory) : Panel<Scalar>({}, 0);
  information_.evaluate(storage(batch), batch.workspace, batch.problem, search.points(batch.search_memory), gradient);
  if (!information_.busy()) {
    search.advance(batch.search_memory, {tops(batch), batch.inputs()}, information_.values(storage(batch)));
  }
}

template class Gibbon<float>;
template class Gibbon<double>;

}  // namespace taut::acquire
