// Checkpoints that devices hold when their firmware is updated: an image of each format is kept in the folder `images`.
// One of the present format is restored, and the run goes on from it bit for bit; older ones are refused for what they
// are, and harm no tuner.
//
//     kept_image <folder>          checks the images
//     kept_image <folder> make     writes the image of the present format

#include <fstream>
#include <iterator>
#include <string>

#include "checkpoint_image.hpp"
#include "open_tuner.hpp"

namespace {

using fault::Flash;
using fault::Image;
using fault::numbers;
using fault::OpenTuner;
using fault::require;
using taut::Status;

constexpr int present_format = 5;  // that of the library

// Small, because it is kept; of machines with 64 bits, as the image tells.
constexpr taut::Limits limits{
    .inputs = 1, .inducing = 3, .observations = 12, .outstanding = 2, .features = 4, .gibbon = false, .constraints = 1};
constexpr taut::Constraint constraint = taut::at_most(taut::quantile(0.9F), 4.0F);
constexpr taut::Range<float> knob = taut::logarithmic(0.5F, 8.0F);

void begin(OpenTuner& tuner) {
  const taut::TunerConfig<float> config{.goal = taut::maximise(taut::quantile(0.3F)),
                                        .ranges = {&knob, 1},
                                        .seed = 11,
                                        .initial = 4,
                                        .cold_evaluations = 4,
                                        .warm_evaluations = 3,
                                        .constraints = {&constraint, 1}};
  require(tuner.begin(config) == Status::ok, "the run can begin");
}

// By arithmetic that is the same everywhere.
float measure(const taut::Trial<float>& trial) {
  const float away = trial.settings[0] - 3;
  return 2 - away * away + 0.2F * taut::Random(2).stream("noise", trial.id).uniform<float>();
}

void step(OpenTuner& tuner) {
  if (tuner.state() != taut::State::measuring) {
    require(tuner.poll() == taut::Status::ok, "a slice of work is done");
    return;
  }
  const auto trial = tuner.ask();
  require(trial.has_value(), "there is a trial");
  const float other = trial->settings[0] + 0.1F * taut::Random(3).stream("noise", trial->id).uniform<float>();
  require(tuner.tell(trial->id, measure(*trial), {&other, 1}) == Status::ok, "a trial is measured");
}

// In the middle of a fit, where a checkpoint holds most.
void advance_to_the_moment(OpenTuner& tuner) {
  while (tuner.readings() < 8 || tuner.state() != taut::State::fitting) {
    step(tuner);
  }
  for (int slices = 0; slices < 40; ++slices) {
    step(tuner);
  }
  require(tuner.state() == taut::State::fitting, "the fit goes on");
}

// What the header and the payload take, without what follows them in the slot.
Image trimmed(const Image& image) {
  const std::size_t length = fault::header_size + fault::word(image, 0, fault::length_word);
  return {image.begin(), image.begin() + static_cast<std::ptrdiff_t>(length)};
}

std::string file_of(const std::string& folder, int format) {
  return folder + "/format_" + std::to_string(format) + ".bin";
}

void make(const std::string& folder) {
  OpenTuner tuner(limits);
  begin(tuner);
  advance_to_the_moment(tuner);
  const Image image = trimmed(tuner.image());
  std::ofstream file(file_of(folder, present_format), std::ios::binary);
  file.write(static_cast<const char*>(static_cast<const void*>(image.data())),
             static_cast<std::streamsize>(image.size()));
  require(file.good(), "the image is written");
}

Flash flash_with(const std::string& folder, int format) {
  std::ifstream file(file_of(folder, format), std::ios::binary);
  Image image{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  require(!image.empty(), "the image is there");
  constexpr std::size_t slot = 16384;
  image.resize(2 * slot, 0xFF);
  Flash flash(image.size(), slot);
  flash.load(image);
  return flash;
}

void check_present(const std::string& folder) {
  Flash flash = flash_with(folder, present_format);
  OpenTuner unbroken(limits);
  begin(unbroken);
  advance_to_the_moment(unbroken);
  OpenTuner tuner(limits);
  begin(tuner);
  require(tuner.restore(flash.storage()) == Status::ok, "a kept checkpoint of the present format is restored");
  while (unbroken.state() != taut::State::finished) {
    require(numbers(tuner.image()) == numbers(unbroken.image()), "the run goes on bit for bit");
    step(unbroken);
    step(tuner);
  }
  require(tuner.state() == taut::State::finished && numbers(tuner.image()) == numbers(unbroken.image()),
          "and so it ends");
}

void check_older(const std::string& folder, int format) {
  Flash flash = flash_with(folder, format);
  OpenTuner tuner(limits);
  begin(tuner);
  const Image before = tuner.content();
  require(tuner.restore(flash.storage()) == Status::wrong_checkpoint, "a checkpoint of an older format is refused");
  require(tuner.content() == before, "a tuner that refuses stays as it was");
  require(tuner.save(flash.storage()) == Status::ok, "the next save works");
}

}  // namespace

int main(int argc, char** argv) {
  require(argc == 2 || (argc == 3 && std::string(argv[2]) == "make"), "kept_image <folder> [make]");
  const std::string folder = argv[1];
  if (argc == 3) {
    make(folder);
    return 0;
  }
  for (int format = 1; format < present_format; ++format) {
    fault::doing = "format " + std::to_string(format);
    check_older(folder, format);
  }
  fault::doing = "format " + std::to_string(present_format);
  check_present(folder);
  return 0;
}
