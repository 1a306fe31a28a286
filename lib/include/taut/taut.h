#pragma once

/** @file
 * The tuner for C (C11 and later) and for C++, in single precision. The C++ headers describe everything in full, under
 * the same names: tuner.hpp, event.hpp, goal.hpp, range.hpp, strategy.hpp, model.hpp, storage.hpp, status.hpp.
 *
 *     static my_tuner_storage storage;             // made by taut_add_c_tuner in CMake, or see TAUT_TUNER_SIZE
 *     taut_tuner* tuner = NULL;
 *     my_tuner_create(&storage, &tuner);
 *     taut_config config = TAUT_CONFIG_INIT;
 *     config.ranges = ranges;
 *     config.range_count = 2;
 *     taut_status status = taut_tuner_begin(tuner, &config);
 *     while (status == TAUT_STATUS_OK && taut_tuner_wants_readings(tuner)) {
 *       taut_trial trial;
 *       status = taut_tuner_ask(tuner, &trial);
 *       if (status == TAUT_STATUS_OK) status = taut_tuner_tell(tuner, trial.id, measure(trial.settings));
 *     }
 *
 * Every function accepts null pointers. Functions that return a status then return TAUT_STATUS_BAD_POINTER; the others
 * answer as for a tuner that has not begun. A call that does not return TAUT_STATUS_OK has changed nothing, not even
 * what a result pointer points to, unless tuner.hpp says otherwise. */

/* NOLINTBEGIN(readability-identifier-naming, modernize-deprecated-headers): C has no namespaces and its own headers. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <taut/built_for.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header, the same as taut::Version. */
#define TAUT_VERSION_MAJOR 0
#define TAUT_VERSION_MINOR 1 /**< The second number. */
#define TAUT_VERSION_PATCH 0 /**< The third number. */

/* Enumerations are single bytes, whatever size the compiler gives to an enum. */

/** The outcome of a call. */
typedef uint8_t taut_status;
/** The values of taut::Status, and one more. */
enum {
  TAUT_STATUS_OK,
  TAUT_STATUS_WRONG_SIZE,
  TAUT_STATUS_NOT_FINITE,
  TAUT_STATUS_OUT_OF_RANGE,
  TAUT_STATUS_NOT_POSITIVE_DEFINITE,
  TAUT_STATUS_NOT_READY,
  TAUT_STATUS_FULL,
  TAUT_STATUS_UNKNOWN_TRIAL,
  TAUT_STATUS_FINISHED,
  TAUT_STATUS_NO_CHECKPOINT,
  TAUT_STATUS_WRONG_CHECKPOINT,
  TAUT_STATUS_STORAGE_FAILED,
  TAUT_STATUS_OTHER_TASK,
  TAUT_STATUS_NONE_FEASIBLE,
  TAUT_STATUS_BAD_POINTER = 128 /**< Only in C: a pointer is null, or a tuner's storage is misaligned. */
};

/** A member of a configuration. */
typedef uint8_t taut_field;
/** The values of taut::Field. */
enum {
  TAUT_FIELD_NONE,
  TAUT_FIELD_STATISTIC,
  TAUT_FIELD_LEVEL,
  TAUT_FIELD_RANGES,
  TAUT_FIELD_STRATEGY,
  TAUT_FIELD_INITIAL,
  TAUT_FIELD_BATCH,
  TAUT_FIELD_BUDGET,
  TAUT_FIELD_WHEN_FULL,
  TAUT_FIELD_NOISE,
  TAUT_FIELD_PLACEMENT,
  TAUT_FIELD_INFERENCE, /**< Of a model alone, which C does not have. */
  TAUT_FIELD_COLD_EVALUATIONS,
  TAUT_FIELD_WARM_EVALUATIONS,
  TAUT_FIELD_STEPS,     /**< Of a model alone. */
  TAUT_FIELD_RATE,      /**< Of a model alone. */
  TAUT_FIELD_MINIBATCH, /**< Of a model alone. */
  TAUT_FIELD_CAUTION,
  TAUT_FIELD_NOISE_MULTIPLIER,
  TAUT_FIELD_TRAVEL,
  TAUT_FIELD_START,
  TAUT_FIELD_WIDEN,
  TAUT_FIELD_TOLERANCE,
  TAUT_FIELD_CONSTRAINTS
};

/** What a tuner is doing. */
typedef uint8_t taut_state;
/** The values of taut::State. */
enum { TAUT_STATE_IDLE, TAUT_STATE_MEASURING, TAUT_STATE_FITTING, TAUT_STATE_PROPOSING, TAUT_STATE_FINISHED };

/** The one number that stands for the distribution of the readings at a setting. */
typedef uint8_t taut_statistic;
/** The values of taut::Statistic::Kind. */
enum { TAUT_STATISTIC_QUANTILE, TAUT_STATISTIC_EXPECTILE, TAUT_STATISTIC_MEAN };

/** How the next settings to try are chosen. */
typedef uint8_t taut_strategy;
/** The values of taut::Strategy. */
enum { TAUT_STRATEGY_THOMPSON, TAUT_STRATEGY_GIBBON, TAUT_STRATEGY_IMPROVEMENT };

/** How the distance between two settings of a knob is measured. */
typedef uint8_t taut_scale;
/** The values of taut::Scale. */
enum { TAUT_SCALE_LINEAR, TAUT_SCALE_LOGARITHMIC };

/** What is known about the noise of the readings. */
typedef uint8_t taut_noise;
/** The values of taut::Noise. */
enum { TAUT_NOISE_VARIES, TAUT_NOISE_CONSTANT, TAUT_NOISE_KNOWN };

/** Where the inducing points go. */
typedef uint8_t taut_placement;
/** The values of taut::Placement. */
enum { TAUT_PLACEMENT_GREEDY, TAUT_PLACEMENT_CLUSTERS };

/** What happens to a reading when there is no room for it. */
typedef uint8_t taut_when_full;
/** The values of taut::WhenFull. */
enum { TAUT_WHEN_FULL_FINISH, TAUT_WHEN_FULL_FORGET_OLDEST };

/** What happened. */
typedef uint8_t taut_event_kind;
/** The values of taut::Event::Kind. */
enum {
  TAUT_EVENT_TRIAL,
  TAUT_EVENT_READING,
  TAUT_EVENT_FAILURE,
  TAUT_EVENT_FIT,
  TAUT_EVENT_RECOMMENDATION,
  TAUT_EVENT_BATCH,
  TAUT_EVENT_FINISHED,
  TAUT_EVENT_VERIFICATION,
  TAUT_EVENT_CERTIFICATE,
  TAUT_EVENT_RESUMPTION
};

/** How much a tuner can hold: see limits.hpp. */
typedef struct taut_limits {
  size_t inputs;       /**< Number of knobs, 1 to 64. */
  size_t inducing;     /**< Inducing points, 1 or more; usually 8 per input, from 32 to 64. This and the numbers
                            below may be at most a million. */
  size_t observations; /**< Readings kept, 1 or more. */
  size_t outstanding;  /**< Trials that may be outstanding at the same time, 1 or more. */
  size_t features;     /**< Random Fourier features (waves) of a drawn function, 1 or more; usually 256. */
  bool gibbon;         /**< Whether to reserve memory for TAUT_STRATEGY_GIBBON. */
  size_t constraints;  /**< Constraints, 0 to 4: see taut_tuner_create_with_constraints. */
} taut_limits;

/** Initialises a taut_limits with the defaults of C++. */
#define TAUT_LIMITS_INIT(inputs, observations) \
  { (inputs), (inputs) <= 4 ? 32 : (inputs) >= 8 ? 64 : 8 * (inputs), (observations), 8, 256, true, 0 }

/** The closed range of one knob, in the user's own unit. */
typedef struct taut_range {
  float lowest;     /**< Finite. */
  float highest;    /**< Finite and above the lowest. */
  taut_scale scale; /**< How distances are measured; linear is 0. */
  float step;       /**< Settings are the lowest plus whole steps; 0 allows any setting. */
} taut_range;

/** What a statistic of a further reading has to keep to: taut::Constraint. */
typedef struct taut_constraint {
  taut_statistic statistic; /**< The statistic of that reading. */
  float level;              /**< The level of a quantile or expectile, between 0 and 1. */
  bool at_least;            /**< Whether it may not fall below the bound, instead of not exceeding it. */
  float bound;              /**< In the unit of that reading. */
} taut_constraint;

/** The configuration of a tuner; taut::TunerConfig describes it in full. Start from TAUT_CONFIG_INIT: zeros are
 * not the defaults. */
typedef struct taut_config {
  taut_statistic statistic; /**< The statistic of the readings to optimise. */
  float level;              /**< The level of a quantile or expectile, between 0 and 1. */
  bool minimise;            /**< Whether to look for its smallest value instead of its largest. */
  const taut_range* ranges; /**< One per knob. They are copied. */
  size_t range_count;       /**< Their number, which must be that of the limits' inputs. */
  uint64_t seed;            /**< The same seed and readings give the same trials. */
  taut_strategy strategy;   /**< How the next trials are chosen. */
  size_t initial;           /**< Readings of the space-filling first design; 0 for the default. */
  size_t batch;             /**< Trials between two fits; 0 means as many as the limits allow. */
  size_t budget;            /**< Readings in all, after which it finishes; 0: when it is full, or never. */
  taut_when_full when_full; /**< Whether the oldest readings make room for new ones. */
  taut_noise noise;         /**< What is known about the noise. */
  taut_placement placement; /**< Where the inducing points go. */
  int cold_evaluations;     /**< Sets of hyperparameters tried by a fit from scratch. */
  int warm_evaluations;     /**< Sets of hyperparameters tried by all other fits. */
  bool ease_level;          /**< Fit a less extreme quantile while readings are few. */
  bool confirm;             /**< A quarter of the trials measures again what looks best, up to four readings. */
  float caution;            /**< The best setting has the best estimate less this many deviations. */
  float noise_multiplier;   /**< If not 0, optimise the mean plus this many scales of the noise. */
  const float* travel;      /**< The farthest that each knob may be moved from trial to trial; of a logarithmic knob, a
                                 factor. One per knob, or null for no limits. They are copied. */
  const float* start;       /**< The settings of the first trial, one per knob, or null. They are copied. */
  bool widen;               /**< The first design grows around the start. */
  float tolerance; /**< If above 0, also finish when no trial is expected to gain as much, in the readings' unit. */
  const taut_constraint* constraints; /**< What further readings have to keep to; null without any. They are copied. */
  size_t constraint_count;            /**< Their number, at most that of the limits. */
} taut_config;

/** Initialises a taut_config with the defaults of C++, to maximise the median. You still have to set the ranges. */
#define TAUT_CONFIG_INIT                                                                                            \
  {                                                                                                                 \
    TAUT_STATISTIC_QUANTILE, 0.5F, false, NULL, 0, 0, TAUT_STRATEGY_THOMPSON, 0, 0, 0, TAUT_WHEN_FULL_FINISH,       \
        TAUT_NOISE_VARIES, TAUT_PLACEMENT_CLUSTERS, 20, 4, true, true, 1.0F, 0.0F, NULL, NULL, false, 0.0F, NULL, 0 \
  }

/** The first thing that is wrong with a configuration: taut::Finding. */
typedef struct taut_finding {
  taut_status status; /**< What taut_tuner_begin returns. */
  taut_field
      field;   /**< What is wrong; none if the status is ok, or a pointer to the tuner or the configuration is null. */
  size_t knob; /**< If it is wrong for one knob or one constraint, which; else 0. */
} taut_finding;

/** A measurement that the tuner asks for. */
typedef struct taut_trial {
  uint32_t id;           /**< Counts from 1. */
  const float* settings; /**< One per knob. Valid while the trial is outstanding. */
} taut_trial;

/** The best setting so far. */
typedef struct taut_best {
  const float* settings; /**< One per knob. Valid until the next recommendation. */
  float value;           /**< The estimate of the statistic there, in the unit of the readings. */
  float deviation;       /**< Its standard deviation, widened because this setting was chosen. */
  float level;           /**< The level of that statistic: always the goal's own. */
  float feasible;        /**< The probability that all constraints are kept to there; 1 without any. */
} taut_best;

/** What further readings of the best setting prove. */
typedef struct taut_certificate {
  float bound;      /**< The goal's quantile there is at least this, or at most, if the goal is to minimise. */
  float confidence; /**< How likely such a bound holds: 0.95 or a little more. */
  size_t readings;  /**< How many readings it rests on. */
} taut_certificate;

/** A reading that the tuner keeps. */
typedef struct taut_reading {
  float value;    /**< The reading, in the user's unit. */
  float variance; /**< The variance of its noise if that is known, else 0. */
} taut_reading;

/** What the model says about the readings at one setting. */
typedef struct taut_prediction {
  float value;               /**< The estimate of the statistic, in the unit of the readings. */
  float deviation;           /**< The standard deviation of the estimate, in the same unit. */
  float log_scale;           /**< The logarithm of the scale of the noise. */
  float log_scale_deviation; /**< The standard deviation of that. */
} taut_prediction;

/** How a fit went. */
typedef struct taut_fit_report {
  float evidence;  /**< Lower bound on the log density of the readings (ELBO), in nats. */
  size_t inducing; /**< Number of inducing points in use. */
  int passes;      /**< Passes over all observations. */
  int evaluations; /**< Sets of hyperparameters that were tried. */
  float jitter;    /**< Added to the kernel matrix's diagonal, relative to the variance. */
  bool converged;  /**< Whether the posterior has settled. */
} taut_fit_report;

/** Something that happened. The kind says which members have a meaning, see event.hpp; the others are zero. */
typedef struct taut_event {
  taut_event_kind kind;         /**< What happened. */
  taut_status status;           /**< For a fit: how it ended. For a recommendation: whether there is one. */
  size_t knobs;                 /**< Number of settings in `trial` or `best`; 0 if the event has neither. */
  size_t readings;              /**< Number of readings accepted so far. */
  taut_trial trial;             /**< The trial that was handed out, told or given up. */
  float reading;                /**< The reading that was told. */
  float variance;               /**< The variance of its noise, if that is known. */
  taut_fit_report fit;          /**< For a fit that succeeded. */
  taut_best best;               /**< For a recommendation and a certificate. */
  taut_certificate certificate; /**< For a verification and a certificate. */
  const float* constraints;     /**< The readings of the constraints that were told with the reading. */
  size_t constraint_count;      /**< Their number. */
} taut_event;

/** Receives events. The function must not call the tuner. */
typedef struct taut_observer {
  void (*notify)(void* context, const taut_event* event); /**< The event is valid during the call. */
  void* context;                                          /**< Passed to every call. */
} taut_observer;

/** Where checkpoints are kept: an area that behaves like flash, see storage.hpp. The functions return false on
 * failure. */
typedef struct taut_storage {
  size_t size;        /**< Bytes of the whole area: two slots, each of which holds a checkpoint. */
  size_t sector_size; /**< Bytes that one `erase` clears. */
  size_t write_size;  /**< The unit of writing in bytes; 0 counts as 1. */
  bool (*read)(void* context, size_t offset, uint8_t* bytes, size_t count);        /**< Fills `bytes`. */
  bool (*write)(void* context, size_t offset, const uint8_t* bytes, size_t count); /**< Only onto erased bytes. */
  bool (*erase)(void* context, size_t offset); /**< Erases the sector at `offset`. */
  bool (*sync)(void* context);                 /**< Null if everything is permanent when the other calls return. */
  void* context;                               /**< Passed to every call. */
} taut_storage;

/** A tuner inside memory that the caller owns. */
typedef struct taut_tuner taut_tuner;

/* Scalars of memory, with D inputs, M inducing points, N observations, B trials, F features, C constraints: as in
 * limits.hpp. */
#define TAUT_LARGER_(a, b) ((a) > (b) ? (a) : (b))
#define TAUT_MODEL_SCALARS_(D, M, N) \
  (((N) + 7) / 8 * 8 * ((D) + 5) + 11 * ((M) * ((M) + 1) / 2) + (M) * ((D) + 32) + 60 * ((D) + 2) + 30 * (D) + 16)
#define TAUT_FITTING_SCALARS_(D, M) (3 * (M) * ((M) + 1) + 30 * (M) + 24 * (D) + 58 * ((D) + 2) + 16)
#define TAUT_CONSTRAINT_SCALARS_(D, M, N) \
  (((N) + 7) / 8 * 8 * 5 + 5 * ((M) * ((M) + 1) / 2) + (M) * ((D) + 2) + 4 * (D) + 4)
#define TAUT_PATHS_SCALARS_(D, M, F) \
  (((F) + 1) / 2 * 2 * ((D) + 16) + 32 * (M) + 16 * (D) + 128 + TAUT_LARGER_(8 * ((D) + 1), 64))
#define TAUT_CONSTRAINED_SCALARS_(D, M, F, C)                                                   \
  ((1 + (C)) * ((F) * ((D) + 16) + 16 * (M) + 8 * (D) + 64) + (C) * (16 * (M) + 8 * (D) + 72) + \
   TAUT_LARGER_(8 * ((D) + 1), 64))
#define TAUT_GIBBON_SCALARS_(D, M, B) ((B) * ((D) + (M) + 8) + (B) * ((B) + 1) / 2 + 24 * (M) + 16 * (D) + 80)
#define TAUT_STRATEGY_SCALARS_(D, M, B, F, gibbon, C)                             \
  TAUT_LARGER_(TAUT_LARGER_(TAUT_LARGER_(TAUT_PATHS_SCALARS_(D, M, F), 16 * (M)), \
                            (gibbon) ? TAUT_GIBBON_SCALARS_(D, M, B) : 0),        \
               (C) > 0 ? TAUT_CONSTRAINED_SCALARS_(D, M, F, C) : 0)
#define TAUT_PROPOSING_SCALARS_(D, M, B, F, gibbon, C) \
  ((B) * (D) + 179 * (D) + (4 * (D) + 7) / 8 * 8 * ((D) + 1) + 80 + TAUT_STRATEGY_SCALARS_(D, M, B, F, gibbon, C))
#define TAUT_TUNER_SCALARS_(D, M, N, B, F, gibbon, C)                                          \
  (TAUT_MODEL_SCALARS_(D, M, N) + (C)*TAUT_CONSTRAINT_SCALARS_(D, M, N) + ((B) + 4) * (D) +    \
   TAUT_LARGER_(TAUT_PROPOSING_SCALARS_(D, M, B, F, gibbon, C), TAUT_FITTING_SCALARS_(D, M)) - \
   TAUT_FITTING_SCALARS_(D, M))
/* Bytes that do not depend on the limits, and those of C constraints. */
#define TAUT_TUNER_FIXED_SIZE_ (1872 + 210 * sizeof(size_t) + 6 * sizeof(void*))
#define TAUT_CONSTRAINT_BYTES_(C) ((C) > 0 ? 64 + 48 * sizeof(size_t) + (C) * (1328 + 64 * sizeof(size_t)) : 0)

/** Bytes of memory for a tuner with these limits, as a constant expression. Align the memory like a uint64_t. */
#define TAUT_TUNER_SIZE(inputs, inducing, observations, outstanding, features, gibbon) \
  TAUT_CONSTRAINED_TUNER_SIZE(inputs, inducing, observations, outstanding, features, gibbon, 0)
/** The same with constraints. */
#define TAUT_CONSTRAINED_TUNER_SIZE(inputs, inducing, observations, outstanding, features, gibbon, constraints) \
  ((TAUT_TUNER_FIXED_SIZE_ + TAUT_CONSTRAINT_BYTES_(constraints) + sizeof(uint32_t) * (outstanding) +           \
    sizeof(float) *                                                                                             \
        (TAUT_TUNER_SCALARS_(inputs, inducing, observations, outstanding, features, gibbon, constraints)) +     \
    7) /                                                                                                        \
   8 * 8)

/** The most bytes that a checkpoint of such a tuner takes. */
#define TAUT_CHECKPOINT_SIZE(inputs, inducing, observations, outstanding, features, gibbon) \
  (TAUT_TUNER_SIZE(inputs, inducing, observations, outstanding, features, gibbon) + 64)
/** The same with constraints. */
#define TAUT_CONSTRAINED_CHECKPOINT_SIZE(inputs, inducing, observations, outstanding, features, gibbon, constraints) \
  (TAUT_CONSTRAINED_TUNER_SIZE(inputs, inducing, observations, outstanding, features, gibbon, constraints) + 64)

/** The linker name of the next function says what a program was compiled for: see built_for.h. */
#define taut_tuner_create TAUT_JOIN_(taut_tuner_create_for_, TAUT_MACHINE_)
/** Makes a tuner in `storage`, which has `size` bytes and belongs to the tuner for as long as that is used. Fails with
 * TAUT_STATUS_WRONG_SIZE if the storage is too small, a limit is out of its range or there are constraints, and with
 * TAUT_STATUS_BAD_POINTER. */
taut_status taut_tuner_create(void* storage, size_t size, const taut_limits* limits, taut_tuner** tuner);
/** The same for limits with constraints. Only a program that calls this links what they take. */
taut_status taut_tuner_create_with_constraints(void* storage, size_t size, const taut_limits* limits,
                                               taut_tuner** tuner);

/* tuner.hpp says how each of these can fail. */

/** Starts without readings: taut::TunerCore::begin. */
taut_status taut_tuner_begin(taut_tuner* tuner, const taut_config* config);
/** What taut_tuner_begin would say to this configuration, and of which member: taut::TunerCore::check. */
taut_finding taut_tuner_check(const taut_tuner* tuner, const taut_config* config);
/** Adds a reading that the tuner did not ask for: taut::TunerCore::add. */
taut_status taut_tuner_add(taut_tuner* tuner, const float* settings, size_t count, float reading);
/** Adds a reading with the variance of its noise. Only for known noise. */
taut_status taut_tuner_add_with_variance(taut_tuner* tuner, const float* settings, size_t count, float reading,
                                         float variance);
/** Adds a reading with those of the constraints, `constraint_count` of them. */
taut_status taut_tuner_add_with_constraints(taut_tuner* tuner, const float* settings, size_t count, float reading,
                                            const float* constraints, size_t constraint_count);
/** The next trial; blocks while trials are chosen: taut::TunerCore::ask. */
taut_status taut_tuner_ask(taut_tuner* tuner, taut_trial* trial);
/** Tells the reading of a trial: taut::TunerCore::tell. */
taut_status taut_tuner_tell(taut_tuner* tuner, uint32_t id, float reading);
/** Tells a reading with the variance of its noise. Only for known noise. */
taut_status taut_tuner_tell_with_variance(taut_tuner* tuner, uint32_t id, float reading, float variance);
/** Tells a reading with those of the constraints, `count` of them, in the order of the configuration. */
taut_status taut_tuner_tell_with_constraints(taut_tuner* tuner, uint32_t id, float reading, const float* constraints,
                                             size_t count);
/** Gives up a trial whose measurement was lost: taut::TunerCore::fail. */
taut_status taut_tuner_fail(taut_tuner* tuner, uint32_t id);
/** Goes on after the tuner has converged: taut::TunerCore::go_on. */
taut_status taut_tuner_go_on(taut_tuner* tuner);
/** Number of trials neither told nor failed yet: taut::TunerCore::outstanding. */
size_t taut_tuner_outstanding(const taut_tuner* tuner);
/** One of the outstanding trials: taut::TunerCore::outstanding_trial. */
taut_status taut_tuner_outstanding_trial(const taut_tuner* tuner, size_t index, taut_trial* trial);
/** Does one bounded slice of work: taut::TunerCore::poll. */
taut_status taut_tuner_poll(taut_tuner* tuner);
/** What the tuner is doing: taut::TunerCore::state. */
taut_state taut_tuner_state(const taut_tuner* tuner);
/** Whether any readings are still to be told: taut::TunerCore::wants_readings. */
bool taut_tuner_wants_readings(const taut_tuner* tuner);
/** Number of readings accepted so far: taut::TunerCore::readings. */
size_t taut_tuner_readings(const taut_tuner* tuner);
/** One of the readings that are kept. Writes its `count` settings, too: taut::TunerCore::kept. */
taut_status taut_tuner_kept(const taut_tuner* tuner, size_t index, float* settings, size_t count,
                            taut_reading* reading);
/** The best setting so far; blocks during the last fit: taut::TunerCore::best. */
taut_status taut_tuner_best(taut_tuner* tuner, taut_best* best);
/** Asks for further readings of the best setting, to see what they prove: taut::TunerCore::verify. */
taut_status taut_tuner_verify(taut_tuner* tuner, size_t readings);
/** What these readings have proved: taut::TunerCore::certificate. */
taut_status taut_tuner_certificate(const taut_tuner* tuner, taut_certificate* certificate);
/** Predicts at one setting of all knobs: taut::TunerCore::predict. */
taut_status taut_tuner_predict(const taut_tuner* tuner, const float* settings, size_t count,
                               taut_prediction* prediction);

/** Sets the observer, which is copied; null removes it: taut::TunerCore::observe. */
taut_status taut_tuner_observe(taut_tuner* tuner, const taut_observer* observer);

/** Writes a checkpoint: taut::TunerCore::save. */
taut_status taut_tuner_save(const taut_tuner* tuner, const taut_storage* storage);
/** Continues from the latest checkpoint: taut::TunerCore::restore. */
taut_status taut_tuner_restore(taut_tuner* tuner, const taut_storage* storage);
/** The most bytes that a checkpoint takes: taut::TunerCore::checkpoint_size. */
size_t taut_tuner_checkpoint_size(const taut_tuner* tuner);

/** A short English description of a status, for logs, in static memory. */
const char* taut_status_text(taut_status status);
/** A short English description of a state, for logs, in static memory. */
const char* taut_state_text(taut_state state);

/** Writes what is wrong with a configuration, as in "ranges[1]: out of range", with a zero at the end. What does not
 * fit into `size` bytes is cut off; 64 hold whatever taut_tuner_check finds. Returns the length. */
size_t taut_finding_text(const taut_finding* finding, char* line, size_t size);

/** Writes one line about an event, as in log.hpp, without a line break but with a zero at the end. What does not fit
 * into `size` bytes is cut off. Returns the length of the line. 97 bytes plus 24 for each knob, and 40 for each
 * constraint, hold any event. */
size_t taut_event_text(const taut_event* event, char* line, size_t size);

/** Writes the line that a log begins with, as in log.hpp: all that a replay needs besides the events. Otherwise like
 * taut_event_text. 760 bytes plus 60 for each knob, and 96 for each constraint, hold any task. */
size_t taut_task_text(const taut_limits* limits, const taut_config* config, char* line, size_t size);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming, modernize-deprecated-headers) */
