#pragma once

namespace paper {

/// Short runs of each problem: whether tuning is ahead of random settings by so much that luck is no explanation.
/// Prints what it found.
bool smoke();

}  // namespace paper
