// A tuning run that is saved once per batch loses power at every write and every erasure of its storage in turn, and
// what was being written is left undone, done in part, done, or garbage. Each time a new tuner must go on from the
// latest checkpoint that was completed, or from the one that was being written, exactly; and the run must end as if
// nothing had happened. Its first save after that loses power, too. All this for storages that are written by units of
// different sizes, in order or in any order up to the next synchronisation.
//
//     power_cut [every=1] [constraints]    tries every so many operations only; of a tuner with constraints

#include "checkpoint_image.hpp"
#include "run.hpp"

using namespace fault;

namespace {

using taut::Status;

constexpr std::size_t sector_size = 1024;

// What the storage is like.
struct Device {
  std::size_t write_size;
  bool reorders;
};
constexpr Device devices[] = {{1, false}, {8, false}, {16, false}, {32, false},
                              {1, true},  {8, true},  {16, true},  {32, true}};

// The run without interruptions: what its checkpoints hold, and where it ends.
struct Reference {
  Moment moment{};
  std::vector<Image> checkpoints;
  std::vector<std::size_t> readings;  // that each of them has
  std::vector<Flash> before;          // the storage when each was about to be saved
  Image end;
  float best = 0;  // its value, and the deviation of that
  float deviation = 0;
  long operations = 0;  // of the storage, in all
};

Flash empty_flash(const Device& device) {
  Flash flash = Flash::for_checkpoints_of(OpenTuner(small).checkpoint_size(), sector_size, device.write_size);
  if (device.reorders) {
    flash.reorder();
  }
  return flash;
}

Reference run_through(Moment moment, const Device& device) {
  Reference reference;
  reference.moment = moment;
  Flash flash = empty_flash(device);
  OpenTuner tuner(small);
  begin(tuner);
  while (tuner.state() != taut::State::finished) {
    if (step(tuner, moment)) {
      reference.before.push_back(flash);
      require(tuner.save(flash.storage()) == Status::ok, "a checkpoint is saved");
      reference.checkpoints.push_back(tuner.image());
      reference.readings.push_back(tuner.readings());
    }
  }
  reference.end = tuner.image();
  reference.best = tuner.best()->value;
  reference.deviation = tuner.best()->deviation;
  reference.operations = flash.operations();
  return reference;
}

constexpr std::size_t none = static_cast<std::size_t>(-1);

// What the storage must hold of a run that was interrupted.
struct Saved {
  std::size_t latest = none;       // the checkpoint that was completed last
  std::vector<Image> checkpoints;  // of all that were completed or begun
};

// Goes on to the end, or until power fails.
bool go_on(OpenTuner& tuner, Flash& flash, const Reference& reference, Saved& saved) {
  while (tuner.state() != taut::State::finished) {
    if (step(tuner, reference.moment)) {
      const std::size_t next = saved.latest + 1;  // from none to the first
      saved.checkpoints.resize(next);
      saved.checkpoints.push_back(tuner.image());
      require(numbers(saved.checkpoints[next]) == numbers(reference.checkpoints[next]),
              "the run repeats the one that was not interrupted");
      const Status status = tuner.save(flash.storage());
      if (status != Status::ok) {
        require(status == Status::storage_failed && !flash.powered(), "a save fails for lack of power only");
        return false;
      }
      saved.latest = next;
    }
  }
  return true;
}

// After a cut: begins anew if nothing was saved, else goes on from where a checkpoint was.
void recover(OpenTuner& tuner, Flash& flash, const Reference& reference, Saved& saved) {
  flash.power_up();
  const long operations = flash.operations();
  const Status status = tuner.restore(flash.storage());
  require(flash.operations() == operations, "restoring changes nothing in the storage");
  if (status != Status::ok) {
    require(saved.latest == none && status == Status::no_checkpoint, "a completed checkpoint is found");
    begin(tuner);
    return;
  }
  const Image image = tuner.image();
  const std::size_t next = saved.latest + 1;
  if (next < saved.checkpoints.size() && image == saved.checkpoints[next]) {
    saved.latest = next;
  }
  require(saved.latest != none && image == saved.checkpoints[saved.latest],
          "the state is that of the last completed checkpoint, or of the one that was being written");
  require(tuner.readings() == reference.readings[saved.latest], "no reading is lost that a completed checkpoint had");
}

void require_end(OpenTuner& tuner, const Reference& reference) {
  require(numbers(tuner.image()) == numbers(reference.end), "the run ends as the one that was not interrupted");
  const auto best = tuner.best();
  require(best.has_value(), "there is a best setting");
  require_valid(*best);
  require(best->value == reference.best && best->deviation == reference.deviation, "it is worth as much, too");
}

struct Count {
  long cuts = 0;
  long second_cuts = 0;
  long kept = 0;  // the interrupted checkpoint turned out complete
};

// The run up to the save that has this operation, without running again: from the checkpoint that it is about to save.
Flash cut_within(long operation, Flash::Tear tear, const Reference& reference, const taut::Random& random,
                 Saved& saved) {
  std::size_t interrupted = reference.before.size() - 1;
  while (reference.before[interrupted].operations() > operation) {
    --interrupted;
  }
  saved = {interrupted - 1, reference.checkpoints};  // none before the first
  Flash holder(reference.checkpoints[interrupted].size(), 1);
  holder.load(reference.checkpoints[interrupted]);
  OpenTuner tuner(small);
  require(tuner.restore(holder.storage()) == Status::ok, "a checkpoint is found");
  Flash flash = reference.before[interrupted];
  flash.cut_after(operation - flash.operations(), tear, random);
  require(tuner.save(flash.storage()) == Status::storage_failed && !flash.powered(), "power fails");
  return flash;
}

void cut_at(long operation, Flash::Tear tear, const Reference& reference, Count& count) {
  taut::Random random = taut::Random(3).stream(
      "cut", static_cast<std::uint64_t>(operation * Flash::tears) + static_cast<std::uint64_t>(tear));
  Saved saved;
  Flash flash = cut_within(operation, tear, reference, random.stream("first"), saved);
  ++count.cuts;
  {
    OpenTuner tuner(small);
    const std::size_t before = saved.latest;
    recover(tuner, flash, reference, saved);
    count.kept += saved.latest != before ? 1 : 0;
    // Within the next save; if there is none, nothing happens.
    const long per_save = reference.operations / static_cast<long>(reference.checkpoints.size());
    flash.cut_after(random.below(static_cast<std::uint32_t>(per_save)),
                    static_cast<Flash::Tear>(random.below(Flash::tears)), random.stream("second"));
    if (go_on(tuner, flash, reference, saved)) {
      require_end(tuner, reference);
      return;
    }
  }
  ++count.second_cuts;
  OpenTuner tuner(small);
  recover(tuner, flash, reference, saved);
  require(go_on(tuner, flash, reference, saved), "the run ends");
  require_end(tuner, reference);
}

}  // namespace

int main(int argc, char** argv) {
  tell_what_at_the_end();
  const long every = argc > 1 ? std::atol(argv[1]) : 1;
  require(every >= 1 && argc <= 3 && (argc < 3 || std::string(argv[2]) == "constraints"),
          "power_cut [every=1] [constraints]");
  small = argc == 3 ? with_constraints : without;
  long start = 0;  // another one for each, so that those left out are not always the same
  for (const Device& device : devices) {
    for (const Moment moment : moments) {
      const Reference reference = run_through(moment, device);
      Count count;
      for (long operation = start++ % every; operation < reference.operations; operation += every) {
        for (int tear = 0; tear < Flash::tears; ++tear) {
          doing = "units of " + std::to_string(device.write_size) + (device.reorders ? " in any order" : "") +
                  ", moment " + std::to_string(static_cast<int>(moment)) + ", operation " + std::to_string(operation) +
                  ", tear " + std::to_string(tear);
          within(60);
          cut_at(operation, static_cast<Flash::Tear>(tear), reference, count);
        }
      }
      std::printf(
          "units of %2zu%s, moment %d: %zu checkpoints, %ld operations, %ld cuts and %ld during the next save, "
          "%ld kept\n",
          device.write_size, device.reorders ? " in any order" : "", static_cast<int>(moment),
          reference.checkpoints.size(), reference.operations, count.cuts, count.second_cuts, count.kept);
    }
  }
  return 0;
}
