#include "replay.hpp"

#include <taut/log.hpp>

namespace monitor {
namespace {

constexpr std::size_t longest_line = taut::line_size(64, taut::most_constraints);

}  // namespace

void Replay::take(std::string_view line) {
  ++lines_;
  entry_ = read(line);
  if (entry_.kind == Entry::Kind::task) {
    ++tasks_;
    restarted_ = verdict_ == Verdict::same && line == task_line_;
    task_line_ = line;
    if (!restarted_) {
      begin();
    }
    return;
  }
  if (restarted_ && entry_.is_event()) {
    restarted_ = false;
    if (starts_anew()) {
      begin();
    }
  }
  if (verdict_ == Verdict::same && entry_.kind == Entry::Kind::damaged) {
    end(Verdict::differs, "line " + std::to_string(lines_) + " is damaged: " + std::string(line));
  } else if (verdict_ == Verdict::same && entry_.is_event()) {
    line_ = line;
    follow();
    busy_ = true;
  }
}

void Replay::advance() {
  if (own_lines_.empty() && at_work()) {
    static_cast<void>((*tuner_)->poll());
  } else if (busy_) {
    compare();
    busy_ = false;
  }
}

std::unique_ptr<AnyTuner> Replay::take_tuner() {
  if (tuner_ != nullptr) {
    (*tuner_)->observe({});
  }
  verdict_ = Verdict::no_task;
  return std::move(tuner_);
}

// Whether this is the first event of a tuner that has restored nothing.
bool Replay::starts_anew() const {
  return entry_.kind == Entry::Kind::trial ? entry_.id == 1
                                           : entry_.kind == Entry::Kind::reading && entry_.readings == 1;
}

void Replay::begin() {
  events_ = trials_ = readings_ = recommendations_ = 0;
  own_lines_.clear();
  tuner_.reset();
  const std::string problem = monitor::read(task_line_, task_);
  if (!problem.empty()) {
    end(Verdict::unusable, problem);
    return;
  }
  tuner_ = std::make_unique<AnyTuner>(task_.limits);
  const taut::TunerConfig<float> config = task_.complete();
  if ((*tuner_)->begin(config) != taut::Status::ok) {
    etl::string<64> finding;
    taut::append(finding, (*tuner_)->check(config));
    end(Verdict::unusable, std::string("no tuner begins with this task: ") + finding.c_str());
    tuner_.reset();
    return;
  }
  (*tuner_)->observe(taut::Observer<float>::create<Replay, &Replay::keep>(*this));
  verdict_ = Verdict::same;
  message_.clear();
}

// Does what the line says was done. What is refused here shows in what is compared. What the tuner does by itself
// follows from `advance`.
void Replay::follow() {
  taut::TunerCore<float>& tuner = **tuner_;
  const bool varies = entry_.variance == 0;
  const etl::span<const float> constraints = span_of(entry_.constraints);
  if (entry_.kind == Entry::Kind::trial && !at_work()) {
    static_cast<void>(tuner.ask());
  } else if (entry_.kind == Entry::Kind::reading && entry_.id == 0) {  // then there are settings
    const etl::span<const float> settings(entry_.settings.data(), entry_.settings.size());
    static_cast<void>(varies ? tuner.add(settings, entry_.reading, constraints)
                             : tuner.add(settings, entry_.reading, entry_.variance));
  } else if (entry_.kind == Entry::Kind::reading) {
    static_cast<void>(varies ? tuner.tell(entry_.id, entry_.reading, constraints)
                             : tuner.tell(entry_.id, entry_.reading, entry_.variance));
  } else if (entry_.kind == Entry::Kind::failure) {
    static_cast<void>(tuner.fail(entry_.id));
  } else if (entry_.kind == Entry::Kind::verify) {
    static_cast<void>(tuner.verify(entry_.readings));
  } else if (entry_.kind == Entry::Kind::go_on) {
    static_cast<void>(tuner.go_on());
  }
}

void Replay::compare() {
  const std::string own = own_lines_.empty() ? "nothing" : own_lines_.front();
  if (own != line_) {
    std::string message = "line " + std::to_string(lines_) + " differs. Logged: " + line_ + ". Replayed: " + own + ".";
    if (task_.version != own_version()) {
      message += " The log was written by taut " + task_.version + ", and this is " + own_version() + ".";
    }
    end(Verdict::differs, message);
    return;
  }
  own_lines_.pop_front();
  ++events_;
  trials_ += entry_.kind == Entry::Kind::trial ? 1 : 0;
  readings_ += entry_.kind == Entry::Kind::reading ? 1 : 0;
  recommendations_ += entry_.kind == Entry::Kind::best ? 1 : 0;
}

void Replay::keep(const taut::Event<float>& event) {
  etl::string<longest_line> line;
  taut::append(line, event);
  own_lines_.emplace_back(line.c_str());
}

void Replay::end(Verdict verdict, const std::string& message) {
  verdict_ = verdict;
  message_ = message;
}

bool Replay::at_work() {
  const taut::State state = (*tuner_)->state();
  return state == taut::State::fitting || state == taut::State::proposing;
}

}  // namespace monitor
