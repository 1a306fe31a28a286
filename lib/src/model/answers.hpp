#pragma once

#include "model/model_engine.hpp"

namespace taut::model {

// What a fitted model says, in the user's units: see `ModelCore` for each.

template <class Scalar>
Status predict(const ModelEngine<Scalar>& engine, Scalar* memory, etl::span<const Scalar> settings,
               etl::span<Prediction<Scalar>> predictions);

template <class Scalar>
etl::expected<Scalar, Status> covariance(const ModelEngine<Scalar>& engine, Scalar* memory,
                                         etl::span<const Scalar> settings, etl::span<const Scalar> others);

template <class Scalar>
etl::expected<Hyperparameters<Scalar>, Status> hyperparameters(const ModelEngine<Scalar>& engine, Scalar* memory,
                                                               Which which, etl::span<Scalar> lengthscales);

}  // namespace taut::model
