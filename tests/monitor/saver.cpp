// A device that logs what its tuner does and saves it after every reading, until power fails in the middle of its task.
// Its storage is what `taut_log checkpoint` reads.

#include <taut/log.hpp>
#include <taut/port/console.hpp>
#include <taut/port/storage.hpp>
#include <taut/tuner.hpp>

#include <array>

namespace {

constexpr taut::Limits limits{.inputs = 2, .inducing = 12, .observations = 60, .outstanding = 4, .features = 32};
constexpr std::size_t last = 33;

taut::Tuner<limits> tuner;
etl::string<taut::task_line_size(limits.inputs) + 1> line;

template <class... What>
void log(const What&... what) {
  line.clear();
  taut::append(line, what...);
  line.append("\n");
  taut::port::write(line);
}

void log_event(const taut::Event<float>& event) { log(event); }

// A bowl; in place of noise, some of the number's digits.
float reading_of(const taut::Trial<float>& trial) {
  const float a = trial.settings[0] - 6.0F;
  const float b = trial.settings[1] / 50.0F;
  return a * a + b * b + static_cast<float>(trial.id * 7 % 5) / 8.0F;
}

taut::Storage storage() {
  namespace port = taut::port::storage;
  taut::Storage storage;
  storage.size = port::size();
  storage.sector_size = port::sector_size();
  storage.read = decltype(storage.read)::create<port::read>();
  storage.write = decltype(storage.write)::create<port::write>();
  storage.erase = decltype(storage.erase)::create<port::erase>();
  return storage;
}

}  // namespace

int main() {
  constexpr std::array<taut::Range<float>, 2> ranges{
      {taut::logarithmic(1.0F, 20.0F), taut::steps(-50.0F, 50.0F, 2.5F)}};
  const taut::TunerConfig<float> config{.goal = taut::minimise(taut::quantile(0.8F)), .ranges = ranges, .seed = 4};
  log(limits, config);
  tuner.observe(taut::Observer<float>::create<log_event>());
  taut::Status status = tuner.begin(config);
  while (status == taut::Status::ok && tuner.readings() < last) {
    const auto trial = tuner.ask();
    status = trial ? tuner.tell(trial->id, reading_of(*trial)) : trial.error();
    status = status == taut::Status::ok ? tuner.save(storage()) : status;
  }
  return status == taut::Status::ok ? 0 : 1;
}
