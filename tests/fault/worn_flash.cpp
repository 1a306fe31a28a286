// A storage that fails in other ways than by a loss of power: it forgets what it was told to write, cannot be read in
// places, or wears out. Every time the tuner must say so, and the latest checkpoint that it called saved must stay.
//
//     worn_flash

#include "checkpoint_image.hpp"
#include "run.hpp"

using namespace fault;

namespace {

using taut::Status;

constexpr std::size_t sector_size = 1024;
constexpr std::size_t write_size = 16;

// A run that has saved so many checkpoints, each of a state of its own.
struct Run {
  OpenTuner tuner{small};
  Flash flash = Flash::for_checkpoints_of(tuner.checkpoint_size(), sector_size, write_size);

  explicit Run(int checkpoints) {
    begin(tuner);
    for (int i = 0; i < checkpoints; ++i) {
      go_on();
      require(tuner.save(flash.storage()) == Status::ok, "a checkpoint is saved");
    }
  }

  void go_on() {
    while (!step(tuner, Moment::between) && tuner.state() != taut::State::finished) {
    }
  }
};

std::size_t slot_size(const Flash& flash) { return flash.bytes().size() / 2; }

Image found_in(Flash& flash) {
  OpenTuner tuner(small);
  require(tuner.restore(flash.storage()) == Status::ok, "a checkpoint is found");
  return tuner.image();
}

// Each write and each erasure of a save in turn is said to be done, and is not. An erasure that was not needed, because
// the bytes are written the same again, is not missed.
long forget() {
  Run run(3);
  const Image latest = found_in(run.flash);
  run.go_on();
  Flash counted = run.flash;
  const long before = counted.operations();
  require(run.tuner.save(counted.storage()) == Status::ok, "a checkpoint is saved");
  const long operations = counted.operations() - before;
  for (long i = 0; i < operations; ++i) {
    doing = "forgetting operation " + std::to_string(i);
    Flash flash = run.flash;
    flash.forgive_rewriting();
    flash.forget_after(i);
    const Status status = run.tuner.save(flash.storage());
    require(status == Status::storage_failed || found_in(flash) == run.tuner.image(), "what is missing is noticed");
    require(status == Status::ok || found_in(flash) == latest, "the checkpoint before is the latest");
    require(run.tuner.save(flash.storage()) == Status::ok && found_in(flash) == run.tuner.image(),
            "the next save works");
  }
  return operations;
}

// Bytes of the latest checkpoint cannot be read: an older one is no answer, and nothing is erased.
long fail_to_read() {
  long places = 0;
  for (const int checkpoints : {1, 4, 5}) {
    const Run run(checkpoints);
    const std::size_t newest = (checkpoints - 1) % 2 == 0 ? 0 : slot_size(run.flash);
    const std::size_t length = run.flash.bytes()[newest + 48] + 256U * run.flash.bytes()[newest + 49];
    for (std::size_t at = 0; at < 64 + length; at += 37) {  // of header and payload
      doing = std::to_string(checkpoints) + " checkpoints, unreadable at " + std::to_string(at);
      Flash flash = run.flash;
      flash.fail_reads_at(newest + at, 1);
      OpenTuner tuner(small);
      begin(tuner);
      const Image before = tuner.content();
      const long operations = flash.operations();
      require(tuner.restore(flash.storage()) == Status::storage_failed, "what cannot be read is reported");
      require(tuner.content() == before, "the tuner is as it was");
      require(tuner.save(flash.storage()) == Status::storage_failed, "nothing is saved over what may be the latest");
      require(flash.operations() == operations, "nothing is erased");
      flash.fail_reads_at(0, 0);
      require(tuner.restore(flash.storage()) == Status::ok && tuner.image() == run.tuner.image(), "it comes back");
      ++places;
    }
    // Behind the header of the older one is nothing that anybody needs.
    Flash flash = run.flash;
    flash.fail_reads_at(slot_size(run.flash) - newest + 64, 1000);
    require(found_in(flash) == run.tuner.image(), "the latest is found whatever is in the other slot");
  }
  return places;
}

// Sectors that have been erased so often are done for. The last checkpoint that was saved stays, however often another
// one is tried.
long wear_out() {
  long saves = 0;
  for (const long cycles : {1, 2, 3}) {
    doing = "sectors of " + std::to_string(cycles) + " cycles";
    Run run(0);
    run.flash.wear_out_after(cycles);
    Image latest;
    int failures = 0;
    while (run.tuner.state() != taut::State::finished && failures < 3) {
      run.go_on();
      const Status status = run.tuner.save(run.flash.storage());
      require(status == Status::ok || status == Status::storage_failed, "a storage that fails is reported");
      failures += status == Status::ok ? 0 : 1;
      require(status != Status::ok || failures == 0, "what is worn out stays so");
      latest = status == Status::ok ? run.tuner.image() : latest;
      saves += status == Status::ok ? 1 : 0;
      require(found_in(run.flash) == latest, "the last checkpoint that was saved is the latest");
    }
    require(failures > 0, "the storage has worn out");
  }
  return saves;
}

}  // namespace

int main() {
  tell_what_at_the_end();
  within(120);
  const long forgotten = forget();
  const long places = fail_to_read();
  const long saves = wear_out();
  std::printf("%ld operations forgotten, %ld places unreadable, %ld saves until worn out\n", forgotten, places, saves);
  return 0;
}
