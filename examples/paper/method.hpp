#pragma once

#include <taut/goal.hpp>

#include <array>
#include <string_view>

namespace paper {

/// How settings are chosen and what is learnt from the readings there.
enum class Method {
  quantile_ts,        ///< The library's tuner: a model of the quantile, and Thompson sampling.
  quantile_gibbon,    ///< The same with Q-GIBBON.
  paper_ts,           ///< As the paper describes them, with the library's model: see faithful/run.hpp.
  paper_gibbon,       ///< Likewise.
  paper_gibbon_runs,  ///< Likewise, with the repulsion between points that the software of its runs has.
  expectile_ts,       ///< Both with a model of the expectile, judged by the true expectile.
  expectile_gibbon,   ///< Likewise.
  gpr_ei,             ///< The paper's baseline: replicated readings, their sample quantile, regression, improvement.
  hetgp,             ///< The paper's baseline: mean and scale of normal noise, and the quantile that follows from them.
  homoscedastic_ts,  ///< As quantile_ts, with noise of one scale everywhere.
  random,            ///< Uniformly random settings; their best by the same model and rule as quantile_ts.
};

struct MethodEntry {
  Method method;
  std::string_view name;
  taut::Statistic::Kind judged_by;  ///< Whose truth is reported.
};

inline constexpr std::array<MethodEntry, 11> all_methods{{
    {Method::quantile_ts, "quantile_ts", taut::Statistic::Kind::quantile},
    {Method::quantile_gibbon, "quantile_gibbon", taut::Statistic::Kind::quantile},
    {Method::paper_ts, "paper_ts", taut::Statistic::Kind::quantile},
    {Method::paper_gibbon, "paper_gibbon", taut::Statistic::Kind::quantile},
    {Method::paper_gibbon_runs, "paper_gibbon_runs", taut::Statistic::Kind::quantile},
    {Method::expectile_ts, "expectile_ts", taut::Statistic::Kind::expectile},
    {Method::expectile_gibbon, "expectile_gibbon", taut::Statistic::Kind::expectile},
    {Method::gpr_ei, "gpr_ei", taut::Statistic::Kind::quantile},
    {Method::hetgp, "hetgp", taut::Statistic::Kind::quantile},
    {Method::homoscedastic_ts, "homoscedastic_ts", taut::Statistic::Kind::quantile},
    {Method::random, "random", taut::Statistic::Kind::quantile},
}};

}  // namespace paper
