#pragma once

namespace selftest {

/// Fits a model to readings whose quantile is known, and prints how long that took and what it says beside the truth.
/// Whether the two agree.
bool fit();

}  // namespace selftest
