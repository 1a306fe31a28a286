#include "campaign.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "run.hpp"

namespace paper {
namespace {

struct Job {
  ProblemName problem;
  std::size_t batch;
  const MethodEntry* method;
  std::uint64_t run;
};

std::string title(const ProblemName& problem) {
  const std::string gld = "-" + problem.variant + "-" + std::to_string(problem.dimensions);
  return problem.family + (problem.family == "gld" ? gld : "") + "-" + problem.level + "-" +
         std::to_string(problem.index);
}

std::string title(const Job& job) {
  return title(job.problem) + "-" + std::to_string(job.batch) + "-" + std::string(job.method->name) + "-" +
         std::to_string(job.run);
}

/// Problem after problem, so that a campaign that is cut short has some of everything.
std::vector<Job> all_jobs(const Options& options) {
  std::vector<Job> jobs;
  for (std::uint64_t index = options.first; index <= options.last; ++index) {
    for (std::uint64_t run = 1; run <= options.runs; ++run) {
      for (const std::size_t dimensions : options.dimensions) {
        for (const std::string& level : options.levels) {
          for (const std::size_t batch : options.batches) {
            for (const MethodEntry* const method : options.methods) {
              jobs.push_back({{options.family, options.variant, dimensions, level, index}, batch, method, run});
            }
          }
        }
      }
    }
  }
  return jobs;
}

/// The problems in use, each made once.
class Problems {
 public:
  std::shared_ptr<const Problem> of(const ProblemName& name) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Problem>& problem = problems_[title(name)];
    if (!problem) {
      problem = make_problem(name);
    }
    return problem;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Problem>> problems_;
};

/// Runs with the same seed and problem see different noise in different runs, the same for all methods.
std::uint64_t seed_of(const Options& options, const Job& job) {
  return taut::Random::mix(taut::Random::mix(taut::Random::mix(options.seed) + job.problem.index) + job.run);
}

/// With all digits, so that they can be measured at again.
std::string written(const std::vector<float>& settings) {
  std::string line;
  for (const float setting : settings) {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%s%.9g", line.empty() ? "" : " ", static_cast<double>(setting));
    line += number.data();
  }
  return line;
}

bool write(const std::filesystem::path& path, const Options& options, const Job& job, const Problem& problem,
           const Course& course) {
  const std::filesystem::path part = path.string() + ".part";
  std::FILE* const file = std::fopen(part.c_str(), "w");
  if (file == nullptr) {
    return false;
  }
  const std::optional<double> optimum = problem.optimum(statistic_of(*job.method, problem));
  std::fprintf(
      file, "problem,variant,dim,tau,batch,method,index,run,seed,observations,truth,regret,seconds,status,settings\n");
  for (const Step& step : course.steps) {
    const std::string regret = optimum ? std::to_string(*optimum - step.truth) : "";
    std::fprintf(file, "%s,%s,%zu,%s,%zu,%s,%d,%d,%d,%zu,%.6g,%s,%.3f,%s,%s\n", job.problem.family.c_str(),
                 job.problem.variant.c_str(), problem.ranges().size(), job.problem.level.c_str(), job.batch,
                 job.method->name.data(), static_cast<int>(job.problem.index), static_cast<int>(job.run),
                 static_cast<int>(options.seed), step.observations, step.truth, regret.c_str(), step.seconds,
                 taut::text(course.status).data(), written(step.settings).c_str());
  }
  if (std::fclose(file) != 0) {
    return false;
  }
  std::error_code error;
  std::filesystem::rename(part, path, error);
  return !error;
}

/// A line that says how far it has come; on a terminal, always the same line.
class Progress {
 public:
  Progress(std::size_t all, std::size_t there) : all_(all) {
    std::fprintf(stderr, "%zu runs to do, %zu are there already\n", all, there);
  }

  void done(const std::string& name, const Course& course) {
    const std::lock_guard lock(mutex_);
    ++done_;
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double left = elapsed / static_cast<double>(done_) * static_cast<double>(all_ - done_);
    const bool terminal = isatty(STDERR_FILENO) != 0;
    std::fprintf(stderr, "%s%zu of %zu runs, about %d min %02d s left: %s, %.1f s, %s%s", terminal ? "\r\033[K" : "",
                 done_, all_, static_cast<int>(left) / 60, static_cast<int>(left) % 60, name.c_str(),
                 course.steps.back().seconds, taut::text(course.status).data(), terminal && done_ < all_ ? "" : "\n");
  }

 private:
  std::size_t all_;
  std::size_t done_ = 0;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

bool campaign(const Options& options) {
  const std::filesystem::path folder = options.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return false;
  }
  const auto path_of = [&](const Job& job) {
    return folder / (title(job) + "-" + std::to_string(options.seed) + ".csv");
  };
  std::vector<Job> jobs = all_jobs(options);
  const std::size_t wanted = jobs.size();
  std::erase_if(jobs, [&](const Job& job) { return std::filesystem::exists(path_of(job)); });
  Progress progress(jobs.size(), wanted - jobs.size());
  Problems problems;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> good = true;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size() && good; i = next++) {
      const Job& job = jobs[i];
      const std::shared_ptr<const Problem> problem = problems.of(job.problem);
      const Course course = run(*problem, {problem->budget(), job.batch}, *job.method, seed_of(options, job));
      if (!write(path_of(job), options, job, *problem, course)) {
        good = false;
      }
      progress.done(title(job), course);
    }
  };
  std::vector<std::thread> workers;
  for (std::size_t i = 0; i < std::min(options.jobs, jobs.size()); ++i) {
    workers.emplace_back(work);
  }
  for (std::thread& worker : workers) {
    worker.join();
  }
  return good;
}

}  // namespace paper
