#include <taut/taut.h>
#include <taut/log.hpp>
#include <taut/tuner.hpp>
#include <taut/version.hpp>

#include <algorithm>
#include <array>
#include <new>

#include "c_callbacks.hpp"
#include "c_object.hpp"
#include "limits_grid.hpp"
#include "numeric/arithmetic.hpp"
#include "tuner/checkpoint.hpp"

namespace {

using taut::Event;
using taut::Field;
using taut::Finding;
using taut::Goal;
using taut::Limits;
using taut::Noise;
using taut::Placement;
using taut::Range;
using taut::Scale;
using taut::State;
using taut::Statistic;
using taut::Status;
using taut::Strategy;
using taut::WhenFull;

constexpr std::size_t most_inputs = 64;
static_assert(valid(Limits{most_inputs, 1, 1}) && !valid(Limits{most_inputs + 1, 1, 1}));

// What C says of the C++ interface, held against it.
template <class Constant>
constexpr bool same(int number, Constant constant) {
  return number == static_cast<int>(constant);
}
static_assert(TAUT_VERSION_MAJOR == taut::version.major && TAUT_VERSION_MINOR == taut::version.minor &&
              TAUT_VERSION_PATCH == taut::version.patch);
static_assert(same(TAUT_STATUS_OK, Status::ok));
static_assert(same(TAUT_STATUS_WRONG_SIZE, Status::wrong_size));
static_assert(same(TAUT_STATUS_NOT_FINITE, Status::not_finite));
static_assert(same(TAUT_STATUS_OUT_OF_RANGE, Status::out_of_range));
static_assert(same(TAUT_STATUS_NOT_POSITIVE_DEFINITE, Status::not_positive_definite));
static_assert(same(TAUT_STATUS_NOT_READY, Status::not_ready));
static_assert(same(TAUT_STATUS_FULL, Status::full));
static_assert(same(TAUT_STATUS_UNKNOWN_TRIAL, Status::unknown_trial));
static_assert(same(TAUT_STATUS_FINISHED, Status::finished));
static_assert(same(TAUT_STATUS_NO_CHECKPOINT, Status::no_checkpoint));
static_assert(same(TAUT_STATUS_WRONG_CHECKPOINT, Status::wrong_checkpoint));
static_assert(same(TAUT_STATUS_STORAGE_FAILED, Status::storage_failed));
static_assert(same(TAUT_STATUS_OTHER_TASK, Status::other_task));
static_assert(same(TAUT_STATUS_NONE_FEASIBLE, Status::none_feasible));
static_assert(same(TAUT_FIELD_NONE, Field::none) && same(TAUT_FIELD_STATISTIC, Field::statistic) &&
              same(TAUT_FIELD_LEVEL, Field::level) && same(TAUT_FIELD_RANGES, Field::ranges) &&
              same(TAUT_FIELD_STRATEGY, Field::strategy) && same(TAUT_FIELD_INITIAL, Field::initial) &&
              same(TAUT_FIELD_BATCH, Field::batch) && same(TAUT_FIELD_BUDGET, Field::budget) &&
              same(TAUT_FIELD_WHEN_FULL, Field::when_full) && same(TAUT_FIELD_NOISE, Field::noise) &&
              same(TAUT_FIELD_PLACEMENT, Field::placement) && same(TAUT_FIELD_INFERENCE, Field::inference) &&
              same(TAUT_FIELD_COLD_EVALUATIONS, Field::cold_evaluations) &&
              same(TAUT_FIELD_WARM_EVALUATIONS, Field::warm_evaluations) && same(TAUT_FIELD_STEPS, Field::steps) &&
              same(TAUT_FIELD_RATE, Field::rate) && same(TAUT_FIELD_MINIBATCH, Field::minibatch) &&
              same(TAUT_FIELD_CAUTION, Field::caution) && same(TAUT_FIELD_NOISE_MULTIPLIER, Field::noise_multiplier) &&
              same(TAUT_FIELD_TRAVEL, Field::travel) && same(TAUT_FIELD_START, Field::start) &&
              same(TAUT_FIELD_WIDEN, Field::widen) && same(TAUT_FIELD_TOLERANCE, Field::tolerance) &&
              same(TAUT_FIELD_CONSTRAINTS, Field::constraints));
static_assert(same(TAUT_STATE_IDLE, State::idle) && same(TAUT_STATE_MEASURING, State::measuring) &&
              same(TAUT_STATE_FITTING, State::fitting) && same(TAUT_STATE_PROPOSING, State::proposing) &&
              same(TAUT_STATE_FINISHED, State::finished));
static_assert(same(TAUT_STATISTIC_QUANTILE, Statistic::Kind::quantile) &&
              same(TAUT_STATISTIC_EXPECTILE, Statistic::Kind::expectile) &&
              same(TAUT_STATISTIC_MEAN, Statistic::Kind::mean));
static_assert(same(TAUT_STRATEGY_THOMPSON, Strategy::thompson) && same(TAUT_STRATEGY_GIBBON, Strategy::gibbon) &&
              same(TAUT_STRATEGY_IMPROVEMENT, Strategy::improvement));
static_assert(same(TAUT_SCALE_LINEAR, Scale::linear) && same(TAUT_SCALE_LOGARITHMIC, Scale::logarithmic));
static_assert(same(TAUT_NOISE_VARIES, Noise::varies) && same(TAUT_NOISE_CONSTANT, Noise::constant) &&
              same(TAUT_NOISE_KNOWN, Noise::known));
static_assert(same(TAUT_PLACEMENT_GREEDY, Placement::greedy) && same(TAUT_PLACEMENT_CLUSTERS, Placement::clusters));
static_assert(same(TAUT_WHEN_FULL_FINISH, WhenFull::finish) &&
              same(TAUT_WHEN_FULL_FORGET_OLDEST, WhenFull::forget_oldest));
static_assert(same(TAUT_EVENT_TRIAL, Event<float>::Kind::trial) &&
              same(TAUT_EVENT_READING, Event<float>::Kind::reading) &&
              same(TAUT_EVENT_FAILURE, Event<float>::Kind::failure) && same(TAUT_EVENT_FIT, Event<float>::Kind::fit) &&
              same(TAUT_EVENT_RECOMMENDATION, Event<float>::Kind::recommendation) &&
              same(TAUT_EVENT_BATCH, Event<float>::Kind::batch) &&
              same(TAUT_EVENT_FINISHED, Event<float>::Kind::finished) &&
              same(TAUT_EVENT_VERIFICATION, Event<float>::Kind::verification) &&
              same(TAUT_EVENT_CERTIFICATE, Event<float>::Kind::certificate) &&
              same(TAUT_EVENT_RESUMPTION, Event<float>::Kind::resumption));

// The formula of C, written out, against the layout.
constexpr bool same_size(const Limits& limits) {
  return TAUT_TUNER_SCALARS_(limits.inputs, limits.inducing, limits.observations, limits.outstanding, limits.features,
                             limits.gibbon, limits.constraints) == tuner_scalars(limits) &&
         TAUT_MODEL_SCALARS_(limits.inputs, limits.inducing, limits.observations) == model_scalars(limits);
}
static_assert(taut::holds_everywhere<same_size>(),
              "TAUT_TUNER_SCALARS_ of taut.h is no longer the formula of limits.hpp");
static_assert(sizeof(taut_tuner) == TAUT_TUNER_FIXED_SIZE_ && alignof(taut_tuner) <= alignof(std::uint64_t),
              "TAUT_TUNER_FIXED_SIZE_ of taut.h is no longer the size of a tuner without its arrays");
static_assert(TAUT_CONSTRAINT_BYTES_(0) == taut::constraint_bytes<float>(0) &&
                  TAUT_CONSTRAINT_BYTES_(1) == taut::constraint_bytes<float>(1) &&
                  TAUT_CONSTRAINT_BYTES_(4) == taut::constraint_bytes<float>(4),
              "TAUT_CONSTRAINT_BYTES_ of taut.h is no longer what constraints take");
static_assert(taut::tuner::Checkpoint::header_size <= 64, "TAUT_CHECKPOINT_SIZE has to count it");

constexpr taut_status to_c(Status status) { return static_cast<taut_status>(status); }

constexpr taut_finding to_c(const Finding& finding) {
  return {to_c(finding.status), static_cast<taut_field>(finding.field), finding.knob};
}

constexpr taut_trial to_c(const taut::Trial<float>& trial) { return {trial.id, trial.settings.data()}; }

constexpr taut_reading to_c(const taut::Reading<float>& reading) { return {reading.value, reading.variance}; }

constexpr taut_best to_c(const taut::Best<float>& best) {
  return {best.settings.data(), best.value, best.deviation, best.level, best.feasible};
}

constexpr taut_certificate to_c(const taut::Certificate<float>& certificate) {
  return {certificate.bound, certificate.confidence, certificate.readings};
}

taut_event to_c(const Event<float>& event) {
  return {.kind = static_cast<taut_event_kind>(event.kind),
          .status = to_c(event.status),
          .knobs = std::max(event.trial.settings.size(), event.best.settings.size()),
          .readings = event.readings,
          .trial = to_c(event.trial),
          .reading = event.reading,
          .variance = event.variance,
          .fit = {event.fit.evidence, event.fit.inducing, event.fit.passes, event.fit.evaluations, event.fit.jitter,
                  event.fit.converged},
          .best = to_c(event.best),
          .certificate = to_c(event.certificate),
          .constraints = event.constraints.data(),
          .constraint_count = event.constraints.size()};
}

Event<float> from_c(const taut_event& event) {
  const auto settings = [&event](const float* first) {
    return first != nullptr ? etl::span<const float>(first, event.knobs) : etl::span<const float>();
  };
  return {.kind = static_cast<Event<float>::Kind>(event.kind),
          .readings = event.readings,
          .trial = {event.trial.id, settings(event.trial.settings)},
          .reading = event.reading,
          .variance = event.variance,
          .status = static_cast<Status>(event.status),
          .fit = {event.fit.evidence, event.fit.inducing, event.fit.passes, event.fit.evaluations, event.fit.jitter,
                  event.fit.converged},
          .best = {settings(event.best.settings), event.best.value, event.best.deviation, event.best.level,
                   event.best.feasible},
          .certificate = {event.certificate.bound, event.certificate.confidence, event.certificate.readings},
          .constraints = event.constraints != nullptr
                             ? etl::span<const float>(event.constraints, event.constraint_count)
                             : etl::span<const float>()};
}

// The value of an outcome goes where the pointer points, its error is returned.
template <class Value, class Target>
taut_status hand_over(const etl::expected<Value, Status>& outcome, Target& target) {
  if (!outcome) {
    return to_c(outcome.error());
  }
  target = to_c(*outcome);
  return TAUT_STATUS_OK;
}

// What cannot even be read.
constexpr auto bad_pointer = static_cast<Status>(TAUT_STATUS_BAD_POINTER);

Finding check_pointers(const taut_config& config) {
  if (config.ranges == nullptr) {
    return {bad_pointer, Field::ranges};
  }
  if (config.range_count > most_inputs) {
    return {Status::wrong_size, Field::ranges};
  }
  if (config.constraints == nullptr && config.constraint_count > 0) {
    return {bad_pointer, Field::constraints};
  }
  return config.constraint_count > taut::most_constraints ? Finding{Status::wrong_size, Field::constraints} : Finding{};
}

Finding check_pointers(const taut_tuner* tuner, const taut_config* config) {
  return tuner == nullptr || config == nullptr ? Finding{bad_pointer} : check_pointers(*config);
}

// A configuration as C++ has it, from one that can be read.
class CConfig {
 public:
  explicit CConfig(const taut_config& config) : config_(config) {
    for (std::size_t i = 0; i < config.range_count; ++i) {
      const taut_range& range = config.ranges[i];
      ranges_[i] = {range.lowest, range.highest, static_cast<Scale>(range.scale), range.step};
    }
    for (std::size_t i = 0; i < config.constraint_count; ++i) {
      const taut_constraint& constraint = config.constraints[i];
      constraints_[i] = {{static_cast<Statistic::Kind>(constraint.statistic), constraint.level},
                         constraint.bound,
                         constraint.at_least};
    }
  }

  taut::TunerConfig<float> config() const {
    return {.goal = {{static_cast<Statistic::Kind>(config_.statistic), config_.level}, config_.minimise},
            .ranges = {ranges_.data(), config_.range_count},
            .seed = config_.seed,
            .strategy = static_cast<Strategy>(config_.strategy),
            .initial = config_.initial,
            .batch = config_.batch,
            .budget = config_.budget,
            .when_full = static_cast<WhenFull>(config_.when_full),
            .noise = static_cast<Noise>(config_.noise),
            .placement = static_cast<Placement>(config_.placement),
            .cold_evaluations = config_.cold_evaluations,
            .warm_evaluations = config_.warm_evaluations,
            .ease_level = config_.ease_level,
            .confirm = config_.confirm,
            .caution = config_.caution,
            .noise_multiplier = config_.noise_multiplier,
            .travel = settings(config_.travel),
            .start = settings(config_.start),
            .widen = config_.widen,
            .tolerance = config_.tolerance,
            .constraints = {constraints_.data(), config_.constraint_count}};
  }

 private:
  etl::span<const float> settings(const float* first) const {
    return first != nullptr ? etl::span<const float>{first, config_.range_count} : etl::span<const float>{};
  }

  const taut_config& config_;
  std::array<Range<float>, most_inputs> ranges_{};
  std::array<taut::Constraint, taut::most_constraints> constraints_{};
};

}  // namespace

void taut_tuner::notify(const taut::Event<float>& event) const { taut::notify(observer, to_c(event)); }

taut_status taut_tuner_create(void* storage, size_t size, const taut_limits* limits, taut_tuner** tuner) {
  if (storage == nullptr || limits == nullptr || tuner == nullptr || !taut::aligned(storage)) {
    return TAUT_STATUS_BAD_POINTER;
  }
  if (limits->constraints > 0 || !taut::usable(*limits, size)) {
    return TAUT_STATUS_WRONG_SIZE;
  }
  *tuner = taut::make_tuner(storage, *limits, nullptr);
  return TAUT_STATUS_OK;
}

taut_status taut_tuner_begin(taut_tuner* tuner, const taut_config* config) {
  const Finding unreadable = check_pointers(tuner, config);
  if (unreadable.status != Status::ok) {
    return to_c(unreadable.status);
  }
  const CConfig known(*config);
  return to_c(tuner->begin(known.config()));
}

taut_finding taut_tuner_check(const taut_tuner* tuner, const taut_config* config) {
  const Finding unreadable = check_pointers(tuner, config);
  if (unreadable.status != Status::ok) {
    return to_c(unreadable);
  }
  const CConfig known(*config);
  return to_c(tuner->check(known.config()));
}

taut_status taut_tuner_add(taut_tuner* tuner, const float* settings, size_t count, float reading) {
  return tuner != nullptr && settings != nullptr ? to_c(tuner->add({settings, count}, reading))
                                                 : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_add_with_variance(taut_tuner* tuner, const float* settings, size_t count, float reading,
                                         float variance) {
  return tuner != nullptr && settings != nullptr ? to_c(tuner->add({settings, count}, reading, variance))
                                                 : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_add_with_constraints(taut_tuner* tuner, const float* settings, size_t count, float reading,
                                            const float* constraints, size_t constraint_count) {
  return tuner != nullptr && settings != nullptr && constraints != nullptr
             ? to_c(tuner->add({settings, count}, reading, etl::span<const float>(constraints, constraint_count)))
             : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_ask(taut_tuner* tuner, taut_trial* trial) {
  return tuner != nullptr && trial != nullptr ? hand_over(tuner->ask(), *trial) : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_tell(taut_tuner* tuner, uint32_t id, float reading) {
  return tuner != nullptr ? to_c(tuner->tell(id, reading)) : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_tell_with_variance(taut_tuner* tuner, uint32_t id, float reading, float variance) {
  return tuner != nullptr ? to_c(tuner->tell(id, reading, variance)) : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_tell_with_constraints(taut_tuner* tuner, uint32_t id, float reading, const float* constraints,
                                             size_t count) {
  return tuner != nullptr && constraints != nullptr
             ? to_c(tuner->tell(id, reading, etl::span<const float>(constraints, count)))
             : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_fail(taut_tuner* tuner, uint32_t id) {
  return tuner != nullptr ? to_c(tuner->fail(id)) : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_go_on(taut_tuner* tuner) {
  return tuner != nullptr ? to_c(tuner->go_on()) : taut_status{TAUT_STATUS_BAD_POINTER};
}

size_t taut_tuner_outstanding(const taut_tuner* tuner) { return tuner != nullptr ? tuner->outstanding() : 0; }

taut_status taut_tuner_outstanding_trial(const taut_tuner* tuner, size_t index, taut_trial* trial) {
  return tuner != nullptr && trial != nullptr ? hand_over(tuner->outstanding_trial(index), *trial)
                                              : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_poll(taut_tuner* tuner) {
  return tuner != nullptr ? to_c(tuner->poll()) : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_state taut_tuner_state(const taut_tuner* tuner) {
  return tuner != nullptr ? static_cast<taut_state>(tuner->state()) : taut_state{TAUT_STATE_IDLE};
}

bool taut_tuner_wants_readings(const taut_tuner* tuner) { return tuner == nullptr || tuner->wants_readings(); }

size_t taut_tuner_readings(const taut_tuner* tuner) { return tuner != nullptr ? tuner->readings() : 0; }

taut_status taut_tuner_kept(const taut_tuner* tuner, size_t index, float* settings, size_t count,
                            taut_reading* reading) {
  return tuner != nullptr && settings != nullptr && reading != nullptr
             ? hand_over(tuner->kept(index, {settings, count}), *reading)
             : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_best(taut_tuner* tuner, taut_best* best) {
  return tuner != nullptr && best != nullptr ? hand_over(tuner->best(), *best) : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_verify(taut_tuner* tuner, size_t readings) {
  return tuner != nullptr ? to_c(tuner->verify(readings)) : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_certificate(const taut_tuner* tuner, taut_certificate* certificate) {
  return tuner != nullptr && certificate != nullptr ? hand_over(tuner->certificate(), *certificate)
                                                    : taut_status{TAUT_STATUS_BAD_POINTER};
}

taut_status taut_tuner_predict(const taut_tuner* tuner, const float* settings, size_t count,
                               taut_prediction* prediction) {
  if (tuner == nullptr || settings == nullptr || prediction == nullptr) {
    return TAUT_STATUS_BAD_POINTER;
  }
  const auto found = tuner->predict({settings, count});
  if (!found) {
    return to_c(found.error());
  }
  *prediction = {found->value, found->deviation, found->log_scale, found->log_scale_deviation};
  return TAUT_STATUS_OK;
}

taut_status taut_tuner_observe(taut_tuner* tuner, const taut_observer* observer) {
  if (tuner == nullptr) {
    return TAUT_STATUS_BAD_POINTER;
  }
  if (observer == nullptr || observer->notify == nullptr) {
    tuner->observe({});
    return TAUT_STATUS_OK;
  }
  tuner->observer = *observer;
  tuner->observe(taut::Observer<float>::create<taut_tuner, &taut_tuner::notify>(*tuner));
  return TAUT_STATUS_OK;
}

taut_status taut_tuner_save(const taut_tuner* tuner, const taut_storage* storage) {
  if (tuner == nullptr || storage == nullptr) {
    return TAUT_STATUS_BAD_POINTER;
  }
  const taut::CStorage adapted(*storage);
  return to_c(tuner->save(adapted.storage()));
}

taut_status taut_tuner_restore(taut_tuner* tuner, const taut_storage* storage) {
  if (tuner == nullptr || storage == nullptr) {
    return TAUT_STATUS_BAD_POINTER;
  }
  const taut::CStorage adapted(*storage);
  return to_c(tuner->restore(adapted.storage()));
}

size_t taut_tuner_checkpoint_size(const taut_tuner* tuner) { return tuner != nullptr ? tuner->checkpoint_size() : 0; }

const char* taut_status_text(taut_status status) {
  return status == TAUT_STATUS_BAD_POINTER ? "null or misaligned pointer" : text(static_cast<Status>(status)).data();
}

const char* taut_state_text(taut_state state) { return text(static_cast<State>(state)).data(); }

size_t taut_finding_text(const taut_finding* finding, char* line, size_t size) {
  if (line == nullptr || size == 0) {
    return 0;
  }
  etl::string_ext text(line, size);
  if (finding != nullptr && finding->status == TAUT_STATUS_BAD_POINTER) {
    text.append(taut_status_text(finding->status));
  } else if (finding != nullptr) {
    taut::append(text,
                 Finding{static_cast<Status>(finding->status), static_cast<Field>(finding->field), finding->knob});
  }
  return text.size();
}

size_t taut_event_text(const taut_event* event, char* line, size_t size) {
  if (line == nullptr || size == 0) {
    return 0;
  }
  etl::string_ext text(line, size);
  if (event != nullptr) {
    append(text, from_c(*event));
  }
  return text.size();
}

size_t taut_task_text(const taut_limits* limits, const taut_config* config, char* line, size_t size) {
  if (line == nullptr || size == 0) {
    return 0;
  }
  etl::string_ext text(line, size);
  if (limits != nullptr && config != nullptr && check_pointers(*config).status == Status::ok) {
    const CConfig known(*config);
    taut::append(text, taut::from_c(*limits), known.config());
  }
  return text.size();
}
