// Reads what a device has logged or saved, at a desk.
//
//     taut_log replay LOG                  does it all again: the same bits?
//     taut_log trials LOG                  a table of all trials, as comma-separated values
//     taut_log best LOG                    a table of the best settings
//     taut_log checkpoint FILE [SECTOR]    what a storage holds: the best setting, and a table of the readings that are
//     kept
//
// A LOG is what the lines of taut/log.hpp were written to; - stands for the standard input.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "checkpoint_file.hpp"
#include "replay.hpp"
#include "tables.hpp"

namespace {

[[noreturn]] void fail(const std::string& complaint, int code) {
  std::fprintf(stderr, "%s\n", complaint.c_str());
  std::exit(code);
}

class File {
 public:
  explicit File(const std::string& path) : file_(path == "-" ? stdin : std::fopen(path.c_str(), "rb")) {
    if (file_ == nullptr) {
      fail("cannot read " + path, 2);
    }
  }
  File(const File&) = delete;
  File(File&&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&&) = delete;
  ~File() { std::fclose(file_); }

  /// The next byte; negative at the end.
  int next() { return std::fgetc(file_); }

  /// The next line, without its end. False if there is none.
  bool next(std::string& line) {
    line.clear();
    int letter = next();
    const bool any = letter >= 0;
    for (; letter >= 0 && letter != '\n'; letter = next()) {
      line.push_back(static_cast<char>(letter));
    }
    if (!line.empty() && line.back() == '\r') {
      line.pop_back();
    }
    return any;
  }

 private:
  std::FILE* file_;
};

int replay(const std::string& path) {
  File file(path);
  monitor::Replay replay;
  for (std::string line; replay.verdict() != monitor::Replay::Verdict::differs && file.next(line);) {
    replay.take(line);
    while (replay.busy()) {
      replay.advance();
    }
  }
  if (replay.verdict() == monitor::Replay::Verdict::no_task) {
    fail(path + " holds no run: no line begins with \"task\"", 1);
  }
  std::printf("%zu trials, %zu readings, %zu recommendations: %s\n", replay.trials(), replay.readings(),
              replay.recommendations(),
              replay.verdict() == monitor::Replay::Verdict::same ? "all the same, bit by bit" : "the same so far");
  if (replay.verdict() != monitor::Replay::Verdict::same) {
    fail(replay.message(), 1);
  }
  return 0;
}

template <class Table>
int print(const std::string& path) {
  File file(path);
  Table table;
  bool any = false;
  for (std::string line; file.next(line);) {
    const std::string row = table.take(monitor::read(line));
    std::fputs(row.c_str(), stdout);
    any = any || !row.empty();
  }
  if (!any) {
    fail(path + " holds nothing for this table", 1);
  }
  return 0;
}

int checkpoint(const std::string& path, std::size_t sector_size) {
  File file(path);
  std::vector<std::uint8_t> bytes;
  for (int byte = file.next(); byte >= 0; byte = file.next()) {
    bytes.push_back(static_cast<std::uint8_t>(byte));
  }
  monitor::CheckpointFile checkpoint(std::move(bytes), sector_size);
  const std::string problem = checkpoint.restore();
  if (!problem.empty()) {
    fail(path + ": " + problem, 1);
  }
  taut::TunerCore<float>& tuner = checkpoint.tuner();
  const std::size_t knobs = checkpoint.limits().inputs;
  std::printf("# %s, %zu readings, %zu trials outstanding\n", taut::text(tuner.state()).data(), tuner.readings(),
              tuner.outstanding());
  if (const auto best = checkpoint.best()) {
    const std::vector<float> settings(best->settings.begin(), best->settings.end());
    std::printf("# best%s: %s +- %s\n", monitor::columns_of(settings).c_str(), monitor::text_of(best->value).c_str(),
                monitor::text_of(2 * best->deviation).c_str());
  }
  std::printf("number%s,reading,variance\n", monitor::column_names(knobs).c_str());
  std::vector<float> settings(knobs);
  for (std::size_t i = 0;; ++i) {
    const auto reading = tuner.kept(i, {settings.data(), knobs});
    if (!reading) {
      return 0;
    }
    std::printf("%zu%s,%s,%s\n", i, monitor::columns_of(settings).c_str(), monitor::text_of(reading->value).c_str(),
                monitor::text_of(reading->variance).c_str());
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (count == 3 && what == "replay") {
    return replay(arguments[2]);
  }
  if (count == 3 && what == "trials") {
    return print<monitor::TrialTable>(arguments[2]);
  }
  if (count == 3 && what == "best") {
    return print<monitor::BestTable>(arguments[2]);
  }
  if ((count == 3 || count == 4) && what == "checkpoint") {
    const long sector = count == 4 ? std::strtol(arguments[3], nullptr, 10) : 1;
    return checkpoint(arguments[2], sector > 0 ? static_cast<std::size_t>(sector) : 0);
  }
  fail("usage: taut_log replay|trials|best LOG, or taut_log checkpoint FILE [BYTES OF A SECTOR]", 2);
}
