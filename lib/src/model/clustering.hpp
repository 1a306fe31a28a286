#pragma once

#include <taut/random.hpp>

#include "model/workspace.hpp"

namespace taut::model {

/// Places the inducing points at the centres of clusters of observations, by k-means (Lloyd 1982), with distances in
/// which the kernel of g is the same in all directions: r of `Matern`, lengthscales over the square root of 5. They
/// crowd where the observations do.
///
/// Seeded by k-means++ (Arthur & Vassilvitskii 2007): each further centre is an observation, drawn with a probability
/// proportional to its squared distance from the nearest centre so far. With those distances kept in scratch, all of
/// the seeding costs as much as one iteration of k-means, and the expected sum of squares is within a factor
/// O(log centres) of the best, while seeds taken blindly may need many more iterations than there are. Where scratch is
/// too small, every second (third, ...) pack of observations takes part in the seeding. The draw is that of a reservoir
/// (Chao 1982): one sweep computes the distances and draws by them.
///
/// A centre that has lost all its observations keeps its place. Centres that nearly coincide become one, so there may
/// be fewer than there is room for.
///
/// The workspace must have all its inducing points active. Takes its scratch; expects the inverse lengthscales of g.
template <class Scalar>
class Clustering {
 public:
  struct Settings {
    int iterations = 10;                ///< At most; 0 leaves the seeds.
    Scalar movement = Scalar(0.01);     ///< Ends when no centre moves farther, in units of r; 0 or more.
    Scalar separation = Scalar(0.017);  ///< No two centres are closer, in units of r; 0 or more. The prior variance at
                                        ///< one centre, given the value at another, is r²/3 of what it was: 1e-4.
  };

  void begin(const Workspace<Scalar>& workspace, Index observations, const Random& random,
             const Settings& settings = {});

  /// One bounded unit of work: a pack of observations and all centres, as many packs as there is room for centres and
  /// one centre, or one step for all centres.
  void advance(const Workspace<Scalar>& workspace);

  bool done() const { return stage_ == Stage::done; }
  Index chosen() const {
    return chosen_;
  }  ///< So many inducing points there are; at least 1 when done, if there are observations.
  int iterations() const { return iterations_; }

 private:
  enum class Stage : std::uint8_t { seed, assign, move, separate, done };

  void seed(const Workspace<Scalar>& workspace);
  void draw(const Workspace<Scalar>& workspace, Index sample);
  void add_centre(const Workspace<Scalar>& workspace, Index observation);
  void assign(const Workspace<Scalar>& workspace);
  void move(const Workspace<Scalar>& workspace);
  void separate(const Workspace<Scalar>& workspace);
  void iterate(const Workspace<Scalar>& workspace, bool further);

  Settings settings_{};
  Random random_{};
  Index observations_ = 0;
  Index stride_ = 1;    // of the packs that take part in the seeding
  Index position_ = 0;  // in the present stage
  Index chosen_ = 0;
  Index centres_ = 0;     // before those that coincide are dropped
  Index candidate_ = -1;  // the observation that is the next seed, as far as the sweep has come
  Scalar total_ = 0;      // squared distances up to there
  int iterations_ = 0;
  Stage stage_ = Stage::done;
};

}  // namespace taut::model
