// Checkpoints whose checksums are right and whose content is not: a few words of what a tuner has saved, in any state
// and with any settings, are changed, and the checksums made anew. Such a checkpoint is refused, or the tuner goes on
// to the end: without a crash or an endless loop, and with settings that lie in their ranges.
//
//     hostile [images=2000] [seed=1] [first=0]    the same seed and number give the same image

#include <cmath>
#include <string>

#include "checkpoint_image.hpp"
#include "open_tuner.hpp"
#include "random_config.hpp"

using namespace fault;

namespace {

using taut::State;
using taut::Status;

constexpr std::uint64_t images_of_a_run = 25;

void make_checksums_right(Image& image) {
  set_word(image, 0, checksum_word, checksum(image, header_size, word(image, 0, length_word)));
  fix_header(image, 0);
}

// A run of some tuner with some settings, up to where it is saved.
struct Run {
  taut::Limits limits;
  Ranges ranges;
  Config config;
  std::vector<float> travel;
  std::vector<float> start;
  Image image;
  taut::Random measuring;

  explicit Run(fault::Choices random)
      : limits(random_limits(random, true)),
        ranges(random_ranges(limits.inputs, random)),
        config(random_config(limits, ranges, random)),
        measuring(random.stream("measuring")) {
    if (one_in(random, 2)) {
      for (const taut::Range<float>& range : ranges) {
        travel.push_back(random_travel(range, random));
        start.push_back(range.lowest);
      }
      config.travel = travel;
      config.start = start;
      config.widen = one_in(random, 2);
      config.tolerance = 0.1F;
    }
    OpenTuner tuner(limits);
    require(tuner.begin(config) == Status::ok, "the configuration is fine");
    const std::uint32_t readings = random.below(static_cast<std::uint32_t>(limits.observations) + 1);
    while (tuner.readings() < readings && tuner.wants_readings()) {
      step(tuner);
    }
    // Then somewhere in what follows: a batch, a fit, a proposal.
    for (std::uint32_t i = random.below(one_in(random, 2) ? 8 : 150); i > 0 && tuner.state() != State::finished; --i) {
      step(tuner);
    }
    if (one_in(random, 2) && tuner.verify(from(random, 1, 60)) == Status::ok) {
      for (std::uint32_t i = random.below(20); i > 0 && tuner.state() == State::measuring; --i) {
        step(tuner);
      }
    }
    if (tuner.state() == State::measuring && one_in(random, 2)) {
      static_cast<void>(tuner.ask());
    }
    image = tuner.image();
  }

  bool known_noise() const { return config.noise == taut::Noise::known; }

  void step(OpenTuner& tuner) {
    if (tuner.state() != State::measuring) {
      static_cast<void>(tuner.poll());
      return;
    }
    if (!tuner.ask()) {
      if (tuner.state() == State::finished) {  // it has converged
        return;
      }
      require(tuner.outstanding() > 0, "a tuner without a trial waits for readings");
    }
    const auto trial = tuner.outstanding_trial(0);
    require(trial.has_value(), "there is an outstanding trial");
    require_settings(trial->settings);
    const auto reading = measuring.normal<float>();
    float others[taut::most_constraints];
    for (float& other : others) {
      other = measuring.normal<float>();
    }
    const etl::span<const float> told(others, config.constraints.size());
    const Status status = known_noise() ? tuner.tell(trial->id, reading, 0.5F) : tuner.tell(trial->id, reading, told);
    require(status == Status::ok, "a reading is accepted");
  }

  void require_settings(etl::span<const float> at) const {
    for (std::size_t d = 0; d < at.size(); ++d) {
      require(at[d] >= ranges[d].lowest && at[d] <= ranges[d].highest, "a setting lies in its range");
    }
  }
};

// Numbers that mean something else somewhere, or nothing.
std::uint32_t odd_number(std::uint32_t before, fault::Choices& random) {
  constexpr std::uint32_t numbers[] = {0x7FC00000U, 0x7F800000U, 0xFF800000U, 0x7F7FFFFFU, 0xFF7FFFFFU, 0x00000001U,
                                       0x80000000U, 0x7FFFFFFFU, 0xFFFFFFFFU, 0x3F800000U, 0xBF800000U, 0};
  switch (random.below(6)) {
    case 0:
      return random.next();
    case 1:
      return random.below(300);
    case 2:
      return before ^ (1U << random.below(32));
    case 3:
      return before + from(random, 0, 8) - 4;
    case 4:  // a single byte, as truth values and choices are
      return (before & ~(0xFFU << 8 * random.below(4))) | (random.below(256) << 8 * random.below(4));
    default:
      return numbers[random.below(12)];
  }
}

// One to three words, mostly of the numbers that are few and decide most.
void spoil(Image& image, fault::Choices& random) {
  const std::uint32_t fixed = word(image, 0, fixed_size_word) / 4;
  const std::uint32_t all = word(image, 0, length_word) / 4;
  for (std::uint32_t i = from(random, 1, 3); i > 0; --i) {
    const std::size_t at = header_size / 4 + random.below(one_in(random, 3) ? all : fixed);
    set_word(image, 0, at, odd_number(word(image, 0, at), random));
  }
  make_checksums_right(image);
}

// Whatever a user may do with it.
void go_on(OpenTuner& tuner, Run run) {
  std::vector<float> settings(run.limits.inputs);
  for (std::size_t i = 0; tuner.kept(i, settings); ++i) {
    require(i < run.limits.observations, "no more is kept than there is room for");
    run.require_settings(settings);
  }
  for (std::size_t d = 0; d < settings.size(); ++d) {
    settings[d] = run.ranges[d].highest;
  }
  const std::size_t until = tuner.readings() + 2 * run.limits.outstanding + 2;
  for (long steps = 0; tuner.state() != State::finished && tuner.readings() < until; ++steps) {
    require(steps < 300000, "there is an end");
    run.step(tuner);
    if (steps % 64 == 0) {
      static_cast<void>(tuner.predict(settings));
    }
  }
  if (const auto proved = tuner.certificate(); proved) {
    require(std::isfinite(proved->bound) && proved->confidence > 0, "what is proved is a number");
  }
  if (const auto best = tuner.best(); best) {
    run.require_settings(best->settings);
    require(std::isfinite(best->value) && best->deviation >= 0, "the best is a number");
  }
  OpenTuner other(run.limits);
  Flash flash = Flash::for_checkpoints_of(tuner.checkpoint_size(), 256);
  require(tuner.save(flash.storage()) == Status::ok, "it can be saved");
  require(other.restore(flash.storage()) == Status::ok, "and restored");
}

struct Count {
  long taken = 0;
  long refused = 0;
};

void try_image(const Run& run, fault::Choices& random, Count& count) {
  Image image = run.image;
  spoil(image, random);
  Flash flash(image.size(), image.size() / 2);
  flash.load(image);
  OpenTuner tuner(run.limits);
  if (one_in(random, 2)) {
    require(tuner.begin(run.config) == Status::ok, "the configuration is fine");
  }
  const Status status = tuner.restore(flash.storage());
  if (status == Status::ok) {
    ++count.taken;
    go_on(tuner, run);
    return;
  }
  ++count.refused;
  require(status == Status::wrong_checkpoint, "what no tuner has saved is refused for what it is");
  require(tuner.state() == State::idle && tuner.readings() == 0 && !tuner.best(), "it has to begin");
  require(tuner.begin(run.config) == Status::ok, "it can begin");
}

}  // namespace

int main(int argc, char** argv) {
  tell_what_at_the_end();
  const std::uint64_t images = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::uint64_t first = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  Count count;
  for (std::uint64_t of_run = first / images_of_a_run; of_run * images_of_a_run < first + images; ++of_run) {
    doing = "the run before image " + std::to_string(of_run * images_of_a_run);
    within(60);
    const Run run(taut::Random(seed).stream("run", of_run));
    for (std::uint64_t i = of_run * images_of_a_run; i < (of_run + 1) * images_of_a_run; ++i) {
      if (i >= first && i < first + images) {
        doing = "hostile 1 " + std::to_string(seed) + " " + std::to_string(i);
        within(60);
        fault::Choices random = taut::Random(seed).stream("image", i);
        try_image(run, random, count);
      }
    }
  }
  std::printf("%ld taken, %ld refused\n", count.taken, count.refused);
  return 0;
}
