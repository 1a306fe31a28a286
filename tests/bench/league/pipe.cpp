#include "pipe.hpp"

#include <iostream>
#include <map>
#include <memory>
#include <sstream>

#include "data/knob.hpp"
#include "problem.hpp"

namespace league {
namespace {

class Server {
 public:
  std::string answer(const std::string& request) {
    std::istringstream words(request);
    std::string what;
    words >> what;
    if (what == "families") {
      return families_of(words);
    }
    if (what == "problem") {
      return begin(words);
    }
    if (what == "measure" || what == "score") {
      return problem_ ? look(what, words) : "error: there is no problem yet";
    }
    return "error: there is no request '" + what + "'";
  }

 private:
  static std::string families_of(std::istringstream& words) {
    std::string set;
    words >> set;
    if (set != "practice" && set != "trial") {
      return "error: there is no set '" + set + "'";
    }
    std::string names;
    for (const Family& family : families()) {
      if ((family.set == Set::trial) == (set == "trial")) {
        names += (names.empty() ? "" : " ") + family.name;
      }
    }
    return names;
  }

  std::string begin(std::istringstream& words) {
    std::string name;
    std::uint64_t seed = 0;
    const Family* family = words >> name >> seed ? find_family(name) : nullptr;
    if (family == nullptr) {
      return "error: a problem is the name of a family and a seed";
    }
    problem_ = std::make_unique<Problem>(*family, seed);
    scales_.clear();
    std::ostringstream text;
    text << problem_->ranges().size() << ' ' << (problem_->minimise() ? 1 : 0);
    for (const taut::Range<float>& range : problem_->ranges()) {
      text << ' ' << range.lowest << ' ' << range.highest << ' ' << (range.scale == taut::Scale::logarithmic ? 1 : 0)
           << ' ' << range.step;
    }
    return text.str();
  }

  std::string look(const std::string& what, std::istringstream& words) {
    float level = 0;
    if (what == "score" && !(words >> level && level > 0 && level < 1)) {
      return "error: a level lies between 0 and 1";
    }
    Settings settings;
    for (float unit = 0; words >> unit;) {
      if (!(unit >= 0 && unit <= 1) || settings.size() == problem_->ranges().size()) {
        return "error: a setting for each knob, from 0 to 1";
      }
      settings.push_back(taut::data::setting_at(problem_->ranges()[settings.size()], unit));
    }
    if (settings.size() != problem_->ranges().size()) {
      return "error: a setting for each knob, from 0 to 1";
    }
    std::ostringstream text;
    text.precision(9);
    if (what == "measure") {
      text << problem_->measure(settings.data());
    } else {
      const taut::Statistic statistic = taut::quantile(level);
      if (scales_.count(level) == 0) {
        scales_[level] = problem_->scale(statistic);
      }
      text << problem_->score(settings.data(), statistic, scales_[level]);
    }
    return text.str();
  }

  std::unique_ptr<Problem> problem_;
  std::map<float, Problem::Scale> scales_;
};

}  // namespace

int serve() {
  Server server;
  for (std::string request; std::getline(std::cin, request);) {
    std::cout << server.answer(request) << std::endl;
  }
  return 0;
}

}  // namespace league
