#pragma once

/** @file
 * The tuner for C (C11 and later) and for C++, in single precision. What each thing means is said in full in the C++
 * headers of the same names: tuner.hpp, event.hpp, goal.hpp, range.hpp, strategy.hpp, model.hpp, storage.hpp,
 * status.hpp.
 *
 *     static my_tuner_storage storage;             // made by taut_add_c_tuner in CMake, or see TAUT_TUNER_SIZE
 *     taut_tuner* tuner = NULL;
 *     my_tuner_create(&storage, &tuner);
 *     taut_settings settings = taut_default_settings();
 *     settings.ranges = ranges;
 *     settings.range_count = 2;
 *     taut_status status = taut_begin(tuner, &settings);
 *     while (status == TAUT_STATUS_OK && !taut_finished(tuner)) {
 *       taut_trial trial;
 *       status = taut_ask(tuner, &trial);
 *       if (status == TAUT_STATUS_OK) status = taut_tell(tuner, trial.id, measure(trial.settings));
 *     }
 *
 * Every function takes null pointers: those that return a status say TAUT_STATUS_BAD_POINTER, the others what is said
 * of a tuner that has not begun. Whatever is not TAUT_STATUS_OK has changed nothing, not even what a pointer for a
 * result points to, unless tuner.hpp says otherwise. */

/* NOLINTBEGIN(readability-identifier-naming, modernize-deprecated-headers): C has no namespaces and other headers. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <taut/built_for.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header, as taut::Version has it. */
#define TAUT_VERSION_MAJOR 0
#define TAUT_VERSION_MINOR 1 /**< See there. */
#define TAUT_VERSION_PATCH 0 /**< See there. */

/* Enumerations are single bytes, whatever size a compiler gives to an enum. */

/** The outcome of a call. */
typedef uint8_t taut_status;
/** As taut::Status has them, and one more. */
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
  TAUT_STATUS_BAD_POINTER = 128 /**< Of C alone: a pointer is null, or that to the storage of a tuner not aligned. */
};

/** What a tuner is doing. */
typedef uint8_t taut_state;
/** As taut::State has them. */
enum { TAUT_STATE_IDLE, TAUT_STATE_MEASURING, TAUT_STATE_FITTING, TAUT_STATE_PROPOSING, TAUT_STATE_FINISHED };

/** Which one number stands for all readings at a setting. */
typedef uint8_t taut_statistic;
/** As taut::Statistic::Kind has them. */
enum { TAUT_STATISTIC_QUANTILE, TAUT_STATISTIC_EXPECTILE, TAUT_STATISTIC_MEAN };

/** How the next settings are chosen. */
typedef uint8_t taut_strategy;
/** As taut::Strategy has them. */
enum { TAUT_STRATEGY_THOMPSON, TAUT_STRATEGY_GIBBON, TAUT_STRATEGY_IMPROVEMENT };

/** By what the settings of a knob count as near each other. */
typedef uint8_t taut_scale;
/** As taut::Scale has them. */
enum { TAUT_SCALE_LINEAR, TAUT_SCALE_LOGARITHMIC };

/** What is known of the noise of the readings. */
typedef uint8_t taut_noise;
/** As taut::Noise has them. */
enum { TAUT_NOISE_VARIES, TAUT_NOISE_CONSTANT, TAUT_NOISE_KNOWN };

/** Where the inducing points go. */
typedef uint8_t taut_placement;
/** As taut::Placement has them. */
enum { TAUT_PLACEMENT_GREEDY, TAUT_PLACEMENT_CLUSTERS };

/** What happens to a reading for which there is no room. */
typedef uint8_t taut_when_full;
/** As taut::WhenFull has them. */
enum { TAUT_WHEN_FULL_FINISH, TAUT_WHEN_FULL_FORGET_OLDEST };

/** What an event is about. */
typedef uint8_t taut_event_kind;
/** As taut::Event::Kind has them. */
enum {
  TAUT_EVENT_TRIAL,
  TAUT_EVENT_READING,
  TAUT_EVENT_FAILURE,
  TAUT_EVENT_FIT,
  TAUT_EVENT_RECOMMENDATION,
  TAUT_EVENT_BATCH,
  TAUT_EVENT_FINISHED
};

/** The most that a tuner will ever hold: see limits.hpp. */
typedef struct taut_limits {
  size_t inputs;       /**< Knobs, 1 to 64. */
  size_t inducing;     /**< 1 or more, and here and below no more than a million; usual: 8 per input, 32 to 64. */
  size_t observations; /**< Readings kept, 1 or more. */
  size_t batch;        /**< Trials that may be outstanding at a time, 1 or more. */
  size_t features;     /**< Waves of functions drawn from the posterior, 1 or more; 256 are usual. */
  bool gibbon;         /**< Whether there is room for TAUT_STRATEGY_GIBBON. */
} taut_limits;

/** The closed range of one knob, in the user's own unit. */
typedef struct taut_range {
  float lowest;     /**< Finite. */
  float highest;    /**< Finite and above the lowest. */
  taut_scale scale; /**< Linear is 0. */
  float step;       /**< Settings are whole steps above the lowest; 0 if any setting will do. */
} taut_range;

/** What a tuner begins with, as taut::TunerSettings says in full. Start from taut_default_settings(): zeros are no
 * defaults. */
typedef struct taut_settings {
  taut_statistic statistic; /**< Of the readings. */
  float level;              /**< Of a quantile or expectile, between 0 and 1. */
  bool minimise;            /**< Its smallest value is sought, not its largest. */
  const taut_range* ranges; /**< Copied. */
  size_t range_count;       /**< As many as the limits have inputs. */
  uint64_t seed;            /**< The same seed and the same readings give the same trials. */
  taut_strategy strategy;   /**< How the next settings are chosen. */
  size_t initial;           /**< Readings of an even first design; 0 for the default. */
  size_t batch;             /**< Trials between two fits; 0 for as many as the limits allow. */
  size_t readings;          /**< After so many it has finished; 0 for when it is full, or never. */
  taut_when_full when_full; /**< Whether old readings make room for new ones. */
  taut_noise noise;         /**< What is known of it. */
  taut_placement placement; /**< Of the inducing points. */
  int evaluations;          /**< Hyperparameters tried by a fit that starts afresh. */
  int further_evaluations;  /**< And by a fit after few more readings. */
  bool ease;                /**< While readings are few, fits are of a quantile nearer to the median. */
  bool confirm;             /**< A quarter of the trials measure again what looks best, up to four readings. */
  float caution;            /**< Deviations that an estimate is reduced by when the best setting is chosen. */
  float deviations;         /**< If not 0, what is sought is mean + deviations times the scale of the noise. */
} taut_settings;

/** A measurement that the tuner asks for. */
typedef struct taut_trial {
  uint32_t id;           /**< From 1 on. */
  const float* settings; /**< One per knob. Valid while the trial is outstanding. */
} taut_trial;

/** The best setting so far. */
typedef struct taut_best {
  const float* settings; /**< One per knob. Valid until the next recommendation. */
  float value;           /**< The statistic there, as estimated, in the unit of the readings. */
  float deviation;       /**< The standard deviation of that, with an allowance for having been chosen. */
  float level;           /**< The level that the value is of: always the goal's own. */
} taut_best;

/** A reading that the tuner keeps. */
typedef struct taut_reading {
  float value;    /**< In the unit of the readings. */
  float variance; /**< Of its noise, if that is known; else 0. */
} taut_reading;

/** What is believed of the readings at one setting. */
typedef struct taut_prediction {
  float value;               /**< Of the statistic, in the unit of the readings. */
  float deviation;           /**< Its standard deviation, in the same unit. */
  float log_scale;           /**< The logarithm of the scale of the noise. */
  float log_scale_deviation; /**< Its standard deviation. */
} taut_prediction;

/** How a fit went. */
typedef struct taut_fit_report {
  float evidence;  /**< Lower bound of the logarithm of the readings' probability density, in nats. */
  size_t inducing; /**< Inducing points in use. */
  int passes;      /**< Over all observations. */
  int evaluations; /**< Hyperparameters tried. */
  float jitter;    /**< Added to the kernel's diagonal, relative to its variance. */
  bool converged;  /**< Whether the posterior has settled. */
} taut_fit_report;

/** Something that happened; which members count depends on the kind, see event.hpp. The others are zero. */
typedef struct taut_event {
  taut_event_kind kind; /**< What happened. */
  taut_status status;   /**< Of a fit: how it ended. */
  size_t knobs;         /**< Settings that `trial` or `best` has; 0 if the event is about neither. */
  size_t readings;      /**< Accepted so far. */
  taut_trial trial;     /**< That was handed out, told or given up. */
  float reading;        /**< That was told. */
  taut_fit_report fit;  /**< Of a fit that ended well. */
  taut_best best;       /**< Of a recommendation. */
} taut_event;

/** Who is told of events. The function must not call the tuner. */
typedef struct taut_observer {
  void (*notify)(void* context, const taut_event* event); /**< The event lives as long as the call. */
  void* context;                                          /**< Comes back with every call. */
} taut_observer;

/** Where checkpoints go: an area that behaves like flash, see storage.hpp. The functions return false on failure. */
typedef struct taut_storage {
  size_t size;        /**< Of the whole area, in bytes: two slots, each of which holds a checkpoint. */
  size_t sector_size; /**< Bytes that one `erase` covers. */
  size_t write_size;  /**< Bytes that are written at a time; 0 counts as 1. */
  bool (*read)(void* context, size_t offset, uint8_t* bytes, size_t count);        /**< Fills `bytes`. */
  bool (*write)(void* context, size_t offset, const uint8_t* bytes, size_t count); /**< Onto erased bytes only. */
  bool (*erase)(void* context, size_t offset);                                     /**< The sector that begins there. */
  bool (*sync)(void* context); /**< Null if what is written is there for good when the call returns. */
  void* context;               /**< Comes back with every call. */
} taut_storage;

/** A tuner inside memory that the caller owns. */
typedef struct taut_tuner taut_tuner;

/* Scalars of memory, with D inputs, M inducing points, N observations, B trials, F features: as in limits.hpp. */
#define TAUT_LARGER_(a, b) ((a) > (b) ? (a) : (b))
#define TAUT_MODEL_SCALARS_(D, M, N) \
  (((N) + 7) / 8 * 8 * ((D) + 5) + 11 * ((M) * ((M) + 1) / 2) + (M) * ((D) + 32) + 60 * ((D) + 2) + 30 * (D) + 16)
#define TAUT_FITTING_SCALARS_(D, M) (3 * (M) * ((M) + 1) + 30 * (M) + 24 * (D) + 58 * ((D) + 2) + 16)
#define TAUT_PATHS_SCALARS_(D, M, F) \
  (((F) + 1) / 2 * 2 * ((D) + 16) + 32 * (M) + 16 * (D) + 128 + TAUT_LARGER_(8 * ((D) + 1), 64))
#define TAUT_GIBBON_SCALARS_(D, M, B) ((B) * ((D) + (M) + 8) + (B) * ((B) + 1) / 2 + 24 * (M) + 16 * (D) + 80)
#define TAUT_STRATEGY_SCALARS_(D, M, B, F, gibbon) \
  TAUT_LARGER_(TAUT_LARGER_(TAUT_PATHS_SCALARS_(D, M, F), 16 * (M)), (gibbon) ? TAUT_GIBBON_SCALARS_(D, M, B) : 0)
#define TAUT_PROPOSING_SCALARS_(D, M, B, F, gibbon) \
  ((B) * (D) + 179 * (D) + (4 * (D) + 7) / 8 * 8 * ((D) + 1) + 80 + TAUT_STRATEGY_SCALARS_(D, M, B, F, gibbon))
#define TAUT_TUNER_SCALARS_(D, M, N, B, F, gibbon)                                          \
  (TAUT_MODEL_SCALARS_(D, M, N) + ((B) + 1) * (D) +                                         \
   TAUT_LARGER_(TAUT_PROPOSING_SCALARS_(D, M, B, F, gibbon), TAUT_FITTING_SCALARS_(D, M)) - \
   TAUT_FITTING_SCALARS_(D, M))
/* Of what does not depend on the limits. */
#define TAUT_TUNER_FIXED_SIZE_ (1840 + 200 * sizeof(size_t) + 6 * sizeof(void*))

/** Bytes of memory for a tuner of these limits, as a constant expression. With the alignment of a uint64_t. */
#define TAUT_TUNER_SIZE(inputs, inducing, observations, batch, features, gibbon)                          \
  ((TAUT_TUNER_FIXED_SIZE_ + sizeof(uint32_t) * (batch) +                                                 \
    sizeof(float) * (TAUT_TUNER_SCALARS_(inputs, inducing, observations, batch, features, gibbon)) + 7) / \
   8 * 8)

/** Bytes that a checkpoint of such a tuner takes at most. */
#define TAUT_CHECKPOINT_SIZE(inputs, inducing, observations, batch, features, gibbon) \
  (TAUT_TUNER_SIZE(inputs, inducing, observations, batch, features, gibbon) + 64)

/** The name by which the next function is linked says what for: see built_for.h. */
#define taut_create TAUT_JOIN_(taut_create_for_, TAUT_MACHINE_)
/** Makes a tuner in `storage`, which has `size` bytes and is the tuner's as long as that is used. Fails with
 * TAUT_STATUS_WRONG_SIZE if the storage is too small or a limit out of its range, and TAUT_STATUS_BAD_POINTER. */
taut_status taut_create(void* storage, size_t size, const taut_limits* limits, taut_tuner** tuner);

/** The defaults of C++: maximises the median of no knob yet. */
taut_settings taut_default_settings(void);

/* As in tuner.hpp, where it says how each can fail. */

/** Starts without readings: taut::TunerCore::begin. */
taut_status taut_begin(taut_tuner* tuner, const taut_settings* settings);
/** Adds a reading that was not asked for: taut::TunerCore::add. */
taut_status taut_add(taut_tuner* tuner, const float* settings, size_t count, float reading);
/** The same with the variance of its noise, which must be known. */
taut_status taut_add_with_variance(taut_tuner* tuner, const float* settings, size_t count, float reading,
                                   float variance);
/** The next trial; blocks while one has to be found: taut::TunerCore::ask. */
taut_status taut_ask(taut_tuner* tuner, taut_trial* trial);
/** The reading of a trial: taut::TunerCore::tell. */
taut_status taut_tell(taut_tuner* tuner, uint32_t id, float reading);
/** The same with the variance of its noise, which must be known. */
taut_status taut_tell_with_variance(taut_tuner* tuner, uint32_t id, float reading, float variance);
/** A trial whose measurement was lost: taut::TunerCore::fail. */
taut_status taut_fail(taut_tuner* tuner, uint32_t id);
/** Trials neither told nor failed yet: taut::TunerCore::outstanding. */
size_t taut_outstanding(const taut_tuner* tuner);
/** Each of them: taut::TunerCore::pending. */
taut_status taut_pending(const taut_tuner* tuner, size_t index, taut_trial* trial);
/** One bounded slice of work: taut::TunerCore::poll. */
taut_status taut_poll(taut_tuner* tuner);
/** What it is doing: taut::TunerCore::state. */
taut_state taut_get_state(const taut_tuner* tuner);
/** Whether all readings have been told: taut::TunerCore::finished. */
bool taut_finished(const taut_tuner* tuner);
/** Accepted so far: taut::TunerCore::readings. */
size_t taut_readings(const taut_tuner* tuner);
/** One of those that are kept, and its `count` settings, which are written: taut::TunerCore::kept. */
taut_status taut_get_kept(const taut_tuner* tuner, size_t index, float* settings, size_t count, taut_reading* reading);
/** The best setting; blocks while the last fit is ahead: taut::TunerCore::best. */
taut_status taut_get_best(taut_tuner* tuner, taut_best* best);
/** What the last fit says of some settings: taut::TunerCore::predict. */
taut_status taut_predict(const taut_tuner* tuner, const float* settings, size_t count, taut_prediction* prediction);

/** The observer is copied; null for none. */
taut_status taut_observe(taut_tuner* tuner, const taut_observer* observer);

/** Writes a checkpoint: taut::TunerCore::save. */
taut_status taut_save(const taut_tuner* tuner, const taut_storage* storage);
/** Goes on from the latest checkpoint: taut::TunerCore::restore. */
taut_status taut_restore(taut_tuner* tuner, const taut_storage* storage);
/** Bytes that a checkpoint takes at most: taut::TunerCore::checkpoint_size. */
size_t taut_checkpoint_size(const taut_tuner* tuner);

/** Short English descriptions, for logs, in static memory. */
const char* taut_status_text(taut_status status);
/** The same of a state. */
const char* taut_state_text(taut_state state);

/** Writes one line about an event, as in log.hpp, without a line break and with a zero at the end; what does not fit
 * into `size` bytes is cut off. Returns its length. 97 + 24 bytes for each knob hold any event. */
size_t taut_event_text(const taut_event* event, char* line, size_t size);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming, modernize-deprecated-headers) */
