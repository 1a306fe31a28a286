// Storages with two checkpoints are damaged in many ways. What is restored must be a state that was saved, the latest
// of those that are undamaged; if none is, the tuner must refuse and stay as it was. Damage never prevents the next
// save.
//
//     corruption [images=10000] [seed=1]

#include <string>

#include "checkpoint_image.hpp"
#include "run.hpp"

using namespace fault;

namespace {

using taut::Status;

constexpr std::size_t sector_size = 512;

// A storage as a run leaves it, at some time, and what its slots hold. The second slot is the later one.
struct Original {
  Image image;
  Image states[2];  // that a tuner restored from each slot has
  std::size_t starts[2];
  std::size_t lengths[2];  // with the header
};

std::size_t slot_size() { return (OpenTuner(small).checkpoint_size() + sector_size - 1) / sector_size * sector_size; }

// Two successive checkpoints for each moment of the run, early and late ones.
std::vector<Original> originals() {
  std::vector<Original> found;
  for (const Moment moment : moments) {
    OpenTuner tuner(small);
    begin(tuner);
    std::vector<Image> states;
    Flash flash(2 * slot_size(), sector_size);
    while (tuner.state() != taut::State::finished) {
      if (!step(tuner, moment)) {
        continue;
      }
      require(tuner.save(flash.storage()) == Status::ok, "a checkpoint is saved");
      states.push_back(tuner.image());
      if (states.size() % 2 == 0) {
        Original original{flash.bytes(), {states[states.size() - 2], states.back()}, {0, slot_size()}, {}};
        for (std::size_t slot = 0; slot < 2; ++slot) {
          original.lengths[slot] = header_size + word(original.image, original.starts[slot], length_word);
          require(checksum(original.image, original.starts[slot] + header_size, original.lengths[slot] - header_size) ==
                      word(original.image, original.starts[slot], checksum_word),
                  "the checksum of a payload is CRC-32");
        }
        found.push_back(original);
      }
    }
  }
  return found;
}

enum class Damage : std::uint8_t {
  bit,
  bits,
  burst,
  sectors_swapped,
  truncated,
  slots_mixed,
  strangers_mixed,
  header,
  header_fixed,
  number_fixed,
  length_fixed,
  length_and_checksum_fixed,
  identity_fixed,
  kinds
};

// Something in one of the slots, mostly where it matters.
std::size_t somewhere(const Original& original, taut::Random& random) {
  const std::size_t slot = random.below(2);
  const bool in_header = random.below(4) == 0;
  return original.starts[slot] +
         random.below(static_cast<std::uint32_t>(in_header ? header_size : original.lengths[slot]));
}

void change_header(Image& image, std::size_t start, Damage damage, taut::Random& random) {
  switch (damage) {
    case Damage::number_fixed:
      set_word(image, start, number_word, random.next());
      break;
    case Damage::length_fixed:
    case Damage::length_and_checksum_fixed: {
      const std::uint32_t length = word(image, start, length_word);
      const auto most = static_cast<std::uint32_t>(slot_size() - header_size);
      const std::uint32_t lengths[] = {random.next(),
                                       random.below(length),
                                       length - 4 * (1 + random.below(8)),
                                       length + 4,
                                       most,
                                       most + 1 + random.below(100),
                                       random.below(100),
                                       0,
                                       0xFFFFFFFFU};
      const std::uint32_t chosen = lengths[random.below(9)];
      set_word(image, start, length_word, chosen);
      if (damage == Damage::length_and_checksum_fixed && chosen <= most) {
        set_word(image, start, checksum_word, checksum(image, start + header_size, chosen));
      }
      break;
    }
    case Damage::identity_fixed:  // magic number, format, task, sizes and limits, by a little or by anything
      set_word(image, start, random.below(number_word), random.below(2) == 0 ? random.below(64) : random.next());
      break;
    default:
      set_word(image, start, random.below(own_checksum_word + 1), random.next());
      break;
  }
  if (damage != Damage::header) {
    fix_header(image, start);
  }
}

Image damaged(const Original& original, const std::vector<Original>& others, Damage damage, taut::Random& random) {
  Image image = original.image;
  const auto sectors = static_cast<std::uint32_t>(image.size() / sector_size);
  switch (damage) {
    case Damage::bit:
      image[somewhere(original, random)] ^= static_cast<std::uint8_t>(1U << random.below(8));
      break;
    case Damage::bits:
      for (std::uint32_t i = 2 + random.below(20); i > 0; --i) {
        image[somewhere(original, random)] ^= static_cast<std::uint8_t>(1U << random.below(8));
      }
      break;
    case Damage::burst: {
      const std::size_t first = somewhere(original, random);
      const std::size_t last = std::min<std::size_t>(image.size(), first + 1 + random.below(2000));
      const bool noise = random.below(2) == 0;
      for (std::size_t i = first; i < last; ++i) {
        image[i] = noise ? static_cast<std::uint8_t>(random.next()) : std::uint8_t{0};
      }
      break;
    }
    case Damage::sectors_swapped: {
      const std::size_t a = random.below(sectors) * sector_size;
      const std::size_t b = random.below(sectors) * sector_size;
      for (std::size_t i = 0; i < sector_size; ++i) {
        std::swap(image[a + i], image[b + i]);
      }
      break;
    }
    case Damage::truncated:
      for (std::size_t i = random.below(static_cast<std::uint32_t>(image.size())); i < image.size(); ++i) {
        image[i] = 0xFF;
      }
      break;
    case Damage::slots_mixed:
      for (std::size_t i = 0; i < slot_size(); i += sector_size) {
        if (random.below(3) == 0) {
          std::copy_n(&original.image[slot_size() + i], sector_size, &image[i]);
        }
        if (random.below(3) == 0) {
          std::copy_n(&original.image[i], sector_size, &image[slot_size() + i]);
        }
      }
      break;
    case Damage::strangers_mixed: {
      const Original& other = others[random.below(static_cast<std::uint32_t>(others.size()))];
      for (std::size_t i = 0; i < image.size(); i += sector_size) {
        if (random.below(4) == 0) {
          std::copy_n(&other.image[i], sector_size, &image[i]);
        }
      }
      break;
    }
    default:
      change_header(image, original.starts[random.below(2)], damage, random);
      break;
  }
  return image;
}

// The state that a slot stands for, if it is undamaged: equal to one that was saved, but for its number.
const Image* state_in(const Image& image, std::size_t start, const std::vector<Original>& originals) {
  if (word(image, start, own_checksum_word) != checksum(image, start, 4 * own_checksum_word)) {
    return nullptr;
  }
  for (const Original& original : originals) {
    for (std::size_t slot = 0; slot < 2; ++slot) {
      bool equal = true;
      for (std::size_t i = 0; i < original.lengths[slot] && equal; ++i) {
        equal = i / 4 == number_word || i / 4 == own_checksum_word ||
                image[start + i] == original.image[original.starts[slot] + i];
      }
      if (equal) {
        return &original.states[slot];
      }
    }
  }
  return nullptr;
}

// Whether a slot holds what a tuner of another task would have saved.
bool of_another_task(const Image& image, std::size_t start, const std::vector<Original>& originals) {
  Image mended = image;
  set_word(mended, start, task_word, word(originals[0].image, 0, task_word));
  fix_header(mended, start);
  return word(image, start, task_word) != word(mended, start, task_word) &&
         word(image, start, own_checksum_word) == checksum(image, start, 4 * own_checksum_word) &&
         state_in(mended, start, originals) != nullptr;
}

struct Count {
  long first = 0;
  long second = 0;
  long refused = 0;
};

void examine(const Image& image, const std::vector<Original>& originals, Damage damage, OpenTuner& tuner,
             Count& count) {
  const std::size_t second = slot_size();
  const Image* const undamaged[2] = {state_in(image, 0, originals), state_in(image, second, originals)};
  Flash flash(image.size(), sector_size);
  flash.load(image);
  const Image before = tuner.content();
  const Status status = tuner.restore(flash.storage());
  // That a payload of the right checksum is not what it says shows only when it is chosen, or has even been read.
  const bool forged = damage == Damage::length_and_checksum_fixed;
  if (of_another_task(image, 0, originals) || of_another_task(image, second, originals)) {
    require(status == Status::ok || status == Status::other_task, "another task is refused, or an older checkpoint");
    require(status == Status::ok || tuner.content() == before, "a tuner that refuses stays as it was");
    ++count.refused;
    return;
  }
  if (status != Status::ok) {
    require(status == Status::no_checkpoint || status == Status::wrong_checkpoint, "damage is refused for what it is");
    require(forged || (undamaged[0] == nullptr && undamaged[1] == nullptr), "an undamaged checkpoint is found");
    require(tuner.content() == before || (forged && tuner.state() == taut::State::idle),
            "a tuner that refuses stays as it was");
    ++count.refused;
    return;
  }
  require(undamaged[0] != nullptr || undamaged[1] != nullptr, "what is damaged is not restored");
  const std::uint32_t ahead = word(image, second, number_word) - word(image, 0, number_word);
  const bool later = ahead != 0 && ahead < 0x80000000U;
  const bool take_second = undamaged[0] == nullptr || (undamaged[1] != nullptr && later);
  require(tuner.image() == *undamaged[take_second ? 1 : 0], "what is restored is the latest that is undamaged");
  ++(take_second ? count.second : count.first);
}

// Whatever the storage holds, a tuner can be saved to it, twice, and restored from it.
void save_over(const Image& image, const Image& state) {
  Flash holder(state.size(), 1);
  holder.load(state);
  OpenTuner tuner(small);
  require(tuner.restore(holder.storage()) == Status::ok, "an undamaged checkpoint is found");
  Flash flash(image.size(), sector_size);
  flash.load(image);
  OpenTuner another(small);
  for (int time = 0; time < 2; ++time) {
    require(tuner.save(flash.storage()) == Status::ok, "damage does not prevent a save");
    require(another.restore(flash.storage()) == Status::ok && another.image() == state, "what was saved is restored");
  }
}

// The storage fails at each of its reads in turn, or gives other bytes the second time.
void fail_reads(const Original& original, const Image& state) {
  Flash counted(original.image.size(), sector_size);
  counted.load(original.image);
  OpenTuner reader(small);
  require(reader.restore(counted.storage()) == Status::ok, "an undamaged checkpoint is found");
  for (long reads = 0; reads < counted.reads(); ++reads) {
    Flash flash(original.image.size(), sector_size);
    flash.load(original.image);
    flash.fail_reads_after(reads);
    OpenTuner tuner(small);
    begin(tuner);
    const Image before = tuner.content();
    const Status status = tuner.restore(flash.storage());
    require(status == Status::storage_failed, "a storage that fails is reported");
    require(tuner.content() == before || tuner.state() == taut::State::idle, "the tuner is as it was, or has to begin");
    if (tuner.state() == taut::State::idle) {
      require(tuner.readings() == 0 && tuner.outstanding() == 0 && tuner.wants_readings(), "it has nothing left");
      require(tuner.ask().error() == Status::not_ready && tuner.best().error() == Status::not_ready, "it has to begin");
    }
    flash.fail_reads_after(-1);
    require(tuner.restore(flash.storage()) == Status::ok && tuner.image() == state, "and can restore afterwards");
  }
}

}  // namespace

int main(int argc, char** argv) {
  tell_what_at_the_end();
  const long images = argc > 1 ? std::atol(argv[1]) : 10000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::vector<Original> saved = originals();
  for (const Original& original : saved) {
    doing = "failing reads";
    fail_reads(original, original.states[1]);
  }
  Count counts[static_cast<int>(Damage::kinds)];
  OpenTuner tuner(small);
  for (long i = 0; i < images; ++i) {
    if (tuner.state() == taut::State::idle) {
      begin(tuner);
    }
    doing = "seed " + std::to_string(seed) + ", image " + std::to_string(i);
    within(60);
    taut::Random random = taut::Random(seed).stream("image", static_cast<std::uint64_t>(i));
    const auto damage = static_cast<Damage>(i % static_cast<int>(Damage::kinds));
    const Original& original = saved[random.below(static_cast<std::uint32_t>(saved.size()))];
    const Image image = damaged(original, saved, damage, random);
    examine(image, saved, damage, tuner, counts[static_cast<int>(damage)]);
    if (i % 16 == 0) {
      save_over(image, original.states[1]);
    }
  }
  constexpr const char* names[] = {"bit",
                                   "bits",
                                   "burst",
                                   "sectors swapped",
                                   "truncated",
                                   "slots mixed",
                                   "strangers mixed",
                                   "header",
                                   "header, fixed",
                                   "number, fixed",
                                   "length, fixed",
                                   "length and checksum, fixed",
                                   "identity, fixed"};
  for (int kind = 0; kind < static_cast<int>(Damage::kinds); ++kind) {
    std::printf("%-28s second slot %5ld, first slot %5ld, refused %5ld\n", names[kind], counts[kind].second,
                counts[kind].first, counts[kind].refused);
  }
  return 0;
}
