#pragma once

#include "hash.hpp"

namespace same_bits {

// Each adds to the hash the float results of one part of the library.

void arithmetic(Hash& hash);

void exponential(Hash& hash);
void logarithm(Hash& hash);
void sine_cosine(Hash& hash);
void normal_pdf(Hash& hash);
void normal_cdf(Hash& hash);
void normal_log_cdf(Hash& hash);
void normal_hazard(Hash& hash);

void cholesky(Hash& hash);
void triangular(Hash& hash);
void symmetric(Hash& hash);

void random_numbers(Hash& hash);
void design(Hash& hash);
void quantiles(Hash& hash);

void adam(Hash& hash);
void bounded_lbfgs(Hash& hash);

void placement(Hash& hash);
void fitted_model(Hash& hash);

void paths(Hash& hash);
void proposal(Hash& hash);

void tuner(Hash& hash);

}  // namespace same_bits
