// Sequences of calls of a model's public functions, as tuner_calls.cpp makes them of a tuner.

#include <taut/model.hpp>

#include <cmath>
#include <cstring>
#include <optional>

#include "calls.hpp"
#include "random_config.hpp"
#include "random_readings.hpp"

namespace {

using fault::Choices;
using fault::from;
using fault::one_in;
using fault::Ranges;
using fault::require;
using taut::Status;

using ModelConfig = taut::ModelConfig<float>;
using Prediction = taut::Prediction<float>;

constexpr std::size_t least_room_of_rows = 8;  // a pack

// A model whose limits are chosen while the program runs, and whose bytes can be looked at.
struct Scalars {
  explicit Scalars(const taut::Limits& limits)
      : scalars(taut::model_scalars(limits), std::numeric_limits<float>::quiet_NaN()) {}
  std::vector<float> scalars;
};
class OpenModel : private Scalars, public taut::ModelCore<float> {
 public:
  using Core = taut::ModelCore<float>;

  explicit OpenModel(const taut::Limits& limits) : Scalars(limits), Core(scalars.data(), limits) {}

  std::vector<std::uint8_t> content() const {
    const auto bytes = etl::span<const std::uint8_t>(
        static_cast<const std::uint8_t*>(static_cast<const void*>(static_cast<const Core*>(this))), sizeof(Core));
    std::vector<std::uint8_t> all(bytes.begin(), bytes.end());
    all.resize(sizeof(Core) + scalars.size() * sizeof(float));
    std::memcpy(&all[sizeof(Core)], scalars.data(), scalars.size() * sizeof(float));
    return all;
  }
};

// A configuration that a model accepts. `ranges` must outlive them.
ModelConfig random_model_config(const taut::Limits& limits, const Ranges& ranges, Choices& choices) {
  const fault::Config like = fault::random_config(limits, ranges, choices);
  return {.statistic = like.goal.statistic,
          .ranges = ranges,
          .noise = like.noise,
          .placement = like.placement,
          .inference = one_in(choices, 3) ? taut::Inference::adam : taut::Inference::sites,
          .when_full = like.when_full,
          .seed = like.seed,
          .cold_evaluations = like.cold_evaluations,
          .warm_evaluations = like.warm_evaluations,
          .steps = static_cast<int>(from(choices, 1, 40)),
          .rate = one_in(choices, 4) ? 0.3F : 0.01F,
          .minibatch = from(choices, 1, 30)};
}

// Spoils them in one place, and tells what a model must say to them. `ranges` are those in use.
Status spoil(ModelConfig& config, Ranges& ranges, Choices& choices) {
  taut::Range<float>& range = ranges[choices.below(static_cast<std::uint32_t>(ranges.size()))];
  const auto unknown = static_cast<std::uint8_t>(from(choices, 3, 255));
  config.statistic = taut::quantile(0.5F);
  config.noise = taut::Noise::varies;
  switch (choices.below(13)) {
    case 0:
      config.ranges = config.ranges.first(config.ranges.size() - 1);
      return Status::wrong_size;
    case 1:
      config.rate = one_in(choices, 2) ? fault::not_a_number : fault::infinity;
      return Status::not_finite;
    case 2:
      config.statistic.level = one_in(choices, 2) ? fault::not_a_number : -fault::infinity;
      return Status::not_finite;
    case 3:
      range.highest = one_in(choices, 2) ? fault::not_a_number : fault::infinity;
      return Status::not_finite;
    case 4:
      fault::spoil_range(range, choices);
      break;
    case 5:
      config.rate = one_in(choices, 2) ? 0.0F : -1.0F;
      break;
    case 6:
      config.steps = one_in(choices, 2) ? 0 : -1;
      break;
    case 7:
      config.minibatch = 0;
      break;
    case 8:
      (one_in(choices, 2) ? config.cold_evaluations : config.warm_evaluations) = -1;
      break;
    case 9:
      config.noise = one_in(choices, 2) ? taut::Noise::known : static_cast<taut::Noise>(unknown);
      break;
    case 10:
      config.inference = static_cast<taut::Inference>(unknown);
      break;
    case 11:
      config.statistic.kind = static_cast<taut::Statistic::Kind>(unknown);
      break;
    default:
      config.statistic.level = static_cast<float>(choices.below(4)) - 1;
      break;
  }
  return Status::out_of_range;
}

// What a model must know.
struct Account {
  bool begun = false;
  Ranges ranges;
  taut::Noise noise = taut::Noise::varies;
  bool forgets = false;
  std::size_t observations = 0;
  bool fitting = false;
  bool fitted = false;
};

class Play {
 public:
  Play(const Choices& choices, bool patient)
      : choices_(choices),
        limits_(fault::random_limits(choices_)),
        model_(limits_),
        slices_left_(patient ? 1000 : 8),
        instrument_(choices_) {}

  void run() {
    const std::uint32_t calls = from(choices_, 1, 40);
    for (std::uint32_t i = 0; i < calls && choices_.more(); ++i) {
      call(i == 0 && !one_in(choices_, 10) ? 0 : choices_.below(24));
      check();
    }
  }

 private:
  bool known_noise() const { return account_.noise == taut::Noise::known; }
  Ranges ranges() const { return account_.begun ? account_.ranges : Ranges(limits_.inputs, {0, 1}); }

  void expect_nothing() { before_ = model_.content(); }
  void require_nothing() { require(model_.content() == before_, "a call that is refused changes nothing"); }

  void call(std::uint32_t which) {
    switch (which) {
      case 0:
        return begin(true);
      case 1:
        return begin(false);
      case 2:
      case 3:
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
      case 9:
        return add();
      case 10:
      case 11:
      case 12:
        return begin_fit();
      case 13:
      case 14:
      case 15:
        return advance();
      case 16:
        return fit();
      case 17:
        return fit_rows();
      case 18:
      case 19:
        return predict();
      case 20:
        return predict_many();
      case 21:
        return covariance();
      default:
        return hyperparameters(which == 22);
    }
  }

  void begin(bool good) {
    fault::call(good ? "begin" : "begin-badly");
    Ranges ranges = fault::random_ranges(limits_.inputs, choices_);
    ModelConfig config = random_model_config(limits_, ranges, choices_);
    const Status expected = good ? Status::ok : spoil(config, ranges, choices_);
    expect_nothing();
    const taut::Finding found = model_.check(config);
    require(found.status == expected && (found.field == taut::Field::none) == good, "check says where, and as begin");
    require(model_.begin(config) == expected, "begin says what is wrong with the configuration");
    if (!good) {
      require_nothing();
      return;
    }
    account_ = {.begun = true,
                .ranges = ranges,
                .noise = config.noise,
                .forgets = config.when_full == taut::WhenFull::forget_oldest};
  }

  void add() {
    fault::call("add");
    std::vector<float> settings;
    const Status of_settings = fault::any_settings(settings, ranges(), choices_);
    const float value = instrument_.any_reading(choices_, known_noise());
    const std::optional<float> noise = fault::any_variance(choices_, known_noise());
    const bool infinite = noise == fault::infinity;  // is noticed later than other variances that are none
    Status expected = infinite ? Status::ok : fault::judge(noise);
    if (expected == Status::ok) {
      expected = !account_.begun || account_.fitting ? Status::not_ready : of_settings;
    }
    if (expected == Status::ok) {
      expected = fault::judge(value, {}, false);
    }
    if (expected == Status::ok) {
      expected = infinite ? Status::not_finite : fault::judge(value, noise, known_noise());
    }
    const bool full = account_.observations == limits_.observations && !account_.forgets;
    expected = expected == Status::ok && full ? Status::full : expected;
    expect_nothing();
    const Status status = noise ? model_.add(settings, value, *noise) : model_.add(settings, value);
    require(status == expected, "add says what is wrong");
    if (status != Status::ok) {
      require_nothing();
    } else if (account_.observations < limits_.observations) {
      ++account_.observations;
    }
  }

  bool can_fit() const { return account_.begun && !account_.fitting && account_.observations > 0; }

  void begin_fit() {
    fault::call("begin-fit");
    expect_nothing();
    const Status status = model_.begin_fit();
    require((status == Status::ok) == can_fit(), "a fit can begin when there are observations");
    if (status != Status::ok) {
      require(status == Status::not_ready, "else the model is not ready");
      require_nothing();
      return;
    }
    account_.fitting = true;
    account_.fitted = false;
  }

  void advance() {
    fault::call("advance");
    for (std::uint32_t slices = from(choices_, 1, 200); slices > 0; --slices) {
      if (account_.fitting && slices_left_-- == 0) {
        slices_left_ = 0;
        return;
      }
      expect_nothing();
      const Status status = model_.advance();
      if (!account_.fitting) {
        require(status == Status::ok, "without a fit there is nothing to do");
        require_nothing();
        return;
      }
      account_.fitting = model_.fitting();
      account_.fitted = !account_.fitting && ended_well(status);
    }
  }

  // Whether there is a posterior; there need not be one.
  static bool ended_well(Status status) {
    require(status == Status::ok || status == Status::not_positive_definite, "a fit ends well or without a posterior");
    return status == Status::ok;
  }

  void fit() {
    if (slices_left_ < 100) {
      return;
    }
    slices_left_ -= 100;
    fault::call("fit");
    expect_nothing();
    const bool possible = can_fit();
    const Status status = model_.fit();
    if (!possible) {
      require(status == Status::not_ready, "a fit needs observations, and an end of the one before");
      require_nothing();
      return;
    }
    account_.fitted = ended_well(status);
  }

  // Rows of the caller's, perhaps with something wrong in one of them.
  Status any_rows(std::vector<float>& settings, std::vector<float>& readings) {
    const std::uint32_t rows = choices_.below(40);
    const std::uint32_t bad = one_in(choices_, 3) ? choices_.below(rows) : rows;
    Status status = rows > 0 && limits_.observations >= least_room_of_rows ? Status::ok : Status::wrong_size;
    std::vector<float> row;
    for (std::uint32_t i = 0; i < rows; ++i) {
      row.clear();
      fault::add_settings(row, ranges(), choices_);
      readings.push_back(instrument_.reading(choices_, false));
      if (i == bad) {
        const Status of_row = fault::any_settings(row, ranges(), choices_);
        readings.back() = instrument_.any_reading(choices_, false);
        const Status found = of_row != Status::ok ? of_row : fault::judge(readings.back(), {}, false);
        status = of_row == Status::wrong_size || status != Status::ok ? Status::wrong_size : found;
      }
      settings.insert(settings.end(), row.begin(), row.end());
    }
    return status;
  }

  void fit_rows() {
    if (slices_left_ < 100) {
      return;
    }
    slices_left_ -= 100;
    fault::call("fit-rows");
    std::vector<float> settings;
    std::vector<float> readings;
    const Status of_rows = any_rows(settings, readings);
    const bool ready = account_.begun && !account_.fitting && !known_noise();
    const Status expected = ready ? of_rows : Status::not_ready;
    expect_nothing();
    const Status status = model_.fit(taut::Rows<float>{settings, readings});
    if (expected != Status::ok) {
      require(status == expected, "fit says what is wrong with the rows");
      require_nothing();
      return;
    }
    account_.fitted = ended_well(status);
    account_.observations = 0;
  }

  static void require_numbers(const Prediction& prediction) {
    require(std::isfinite(prediction.value) && std::isfinite(prediction.deviation) && prediction.deviation >= 0,
            "a prediction is a number");
    require(std::isfinite(prediction.log_scale) && std::isfinite(prediction.log_scale_deviation) &&
                prediction.log_scale_deviation >= 0,
            "and so is that of the scale");
  }

  void predict() {
    fault::call("predict");
    std::vector<float> settings;
    const Status of_settings = fault::any_settings(settings, ranges(), choices_);
    const auto prediction = model_.predict(settings);
    require((prediction ? Status::ok : prediction.error()) == (account_.fitted ? of_settings : Status::not_ready),
            "predict says what is wrong");
    if (prediction) {
      require_numbers(*prediction);
    }
  }

  void predict_many() {
    fault::call("predict-many");
    std::vector<float> settings;
    const std::uint32_t count = choices_.below(20);
    for (std::uint32_t i = 0; i < count; ++i) {
      fault::add_settings(settings, ranges(), choices_);
    }
    const bool wrong = one_in(choices_, 8);
    if (wrong) {
      settings.push_back(0);
    }
    std::vector<Prediction> predictions(count);
    const Status expected = wrong ? Status::wrong_size : Status::ok;
    require(model_.predict(settings, predictions) == (account_.fitted ? expected : Status::not_ready),
            "predict says what is wrong");
    for (const Prediction& prediction : predictions) {
      if (account_.fitted && !wrong) {
        require_numbers(prediction);
      }
    }
  }

  void covariance() {
    fault::call("covariance");
    std::vector<float> settings;
    std::vector<float> others;
    const Status of_settings = fault::any_settings(settings, ranges(), choices_);
    const Status of_others = fault::any_settings(others, ranges(), choices_);
    const Status of_both = of_settings != Status::ok ? of_settings : of_others;
    const auto covariance = model_.covariance(settings, others);
    require((covariance ? Status::ok : covariance.error()) == (account_.fitted ? of_both : Status::not_ready),
            "covariance says what is wrong");
    require(!covariance || !std::isnan(*covariance), "a covariance is a number, perhaps too large for a float");
  }

  void hyperparameters(bool of_statistic) {
    fault::call(of_statistic ? "statistic" : "log-scale");
    const bool wrong = one_in(choices_, 4);
    std::vector<float> lengthscales(limits_.inputs + (wrong ? 1 : 0), -1.0F);
    const auto found =
        of_statistic ? model_.statistic_hyperparameters(lengthscales) : model_.log_scale_hyperparameters(lengthscales);
    const bool ready = account_.fitted && (of_statistic || account_.noise == taut::Noise::varies);
    const Status expected = wrong ? Status::wrong_size : Status::ok;
    require((found ? Status::ok : found.error()) == (ready ? expected : Status::not_ready),
            "hyperparameters are those of a fit");
    for (const float lengthscale : lengthscales) {
      require(found ? lengthscale > 0 : lengthscale == -1.0F, "lengthscales are written if they are known");
    }
    require(!found || (!std::isnan(found->mean) && found->deviation >= 0), "and the others are numbers");
  }

  // Whether the model agrees with the account.
  void check() const {
    require(model_.observations() == account_.observations, "observations are counted");
    require(model_.fitting() == account_.fitting, "a fit is under way from its beginning to its end");
    const taut::FitReport<float> report = model_.report();
    require(std::isfinite(report.evidence) && std::isfinite(report.jitter) && report.inducing <= limits_.inducing,
            "a report has numbers");
  }

  Choices choices_;
  taut::Limits limits_;
  OpenModel model_;
  std::uint32_t slices_left_;  // of fits
  fault::Instrument instrument_;
  Account account_;
  std::vector<std::uint8_t> before_;
};

}  // namespace

void fault::play(const Choices& choices, bool patient) { Play(choices, patient).run(); }
