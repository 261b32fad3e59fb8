//===- Team.cpp - The threads that run launches ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Team.h"
#include "HostOpenMP.h"
#include "Thread.h"
#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <linux/futex.h>
#include <memory>
#include <mutex>
#include <omp.h>
#include <optional>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace heddle::rt {
namespace {

using Clock = std::chrono::steady_clock;

/// The maximum number of submissions at a time, one per host thread. A thread
/// that finds no free slot works alone.
constexpr unsigned slotCount = 4;

constexpr unsigned threadBits = 12, mostThreads = (1u << threadBits) - 1;

/// How long a worker spins before it sleeps: the host may do something between
/// launches. Waking all workers takes about 100 microseconds.
constexpr std::chrono::milliseconds patience(5);
/// The same with OMP_WAIT_POLICY=active.
constexpr std::chrono::milliseconds longPatience(200);
/// A worker reads the clock once in this many iterations.
constexpr unsigned turnsPerLook = 16;
/// A thread that waits for the last workers yields its core after this many
/// iterations.
constexpr unsigned turnsBeforeYield = 2000;

/// A worker that spins on the submitter's core backs off: it sleeps for this
/// time, so that the system may move it to another core, and twice as long each
/// time that it does not.
constexpr long leastRest = 100'000, mostRest = 6'400'000;

/// The amount of work for which sleeping workers are woken, in one launch or in
/// several.
constexpr uint64_t wakingNanoseconds = 15000;
/// For this much work in one launch, it matters if a worker is just about to
/// sleep.
constexpr uint64_t longNanoseconds = 100000;

/// The submission of one host thread. It has its own cache line, since workers
/// poll it; 128 bytes because processors fetch lines in pairs.
struct alignas(128) Slot {
  /// The number of the open submission, or 0. Numbers are unique, and the low
  /// bits say how many threads may take part.
  std::atomic<uint64_t> open = 0;
  SharedPart part = nullptr;
  void *context = nullptr;
  bool wakes = false;
  /// The core of the host thread.
  std::atomic<int> core = -1;
  /// Written by a host thread. Workers do not poll it.
  alignas(128) std::atomic<bool> taken = false;
  uint64_t uses = 0;
};

unsigned threadsOf(uint64_t number) { return number & mostThreads; }

struct alignas(128) Worker {
  /// The number of the submission that this worker works on.
  std::atomic<uint64_t> inside = 0;
  /// A worker that backs off is not woken for work that others can do.
  enum State : uint32_t { Awake, Sleeps, Rests };
  std::atomic<uint32_t> asleep = Awake;

  void wake() {
    if (asleep.load() && asleep.exchange(Awake))
      syscall(SYS_futex, &asleep, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }
};

/// The stack size for a kernel's blocks: OMP_STACKSIZE, with a minimum.
size_t stackBytes() {
  size_t bytes = 8 << 20;
  if (const char *text = std::getenv("OMP_STACKSIZE")) {
    char *unit = nullptr;
    size_t number = std::strtoull(text, &unit, 10);
    while (std::isspace(static_cast<unsigned char>(*unit)))
      ++unit;
    int shift = 10;
    switch (std::toupper(static_cast<unsigned char>(*unit))) {
    case 'B':
      shift = 0;
      break;
    case 'M':
      shift = 20;
      break;
    case 'G':
      shift = 30;
      break;
    default:
      break;
    }
    bytes = std::max(bytes, number << shift);
  }
  return bytes;
}

void pauseOrYield(unsigned turn) {
  if (turn < turnsBeforeYield)
    __builtin_ia32_pause();
  else
    sched_yield();
}

/// The state of a thread while it does its part.
class PartScope {
public:
  explicit PartScope(unsigned self) {
    thread.inTeam = true;
    thread.teamNumber = self;
  }
  ~PartScope() {
    thread.inTeam = false;
    thread.teamNumber = 0;
  }

private:
  Thread &thread = thisThread();
};

class Team {
public:
  /// Never destroyed: its threads use it until the process ends.
  static Team &get() {
    if (Team *team = instance.load(std::memory_order_acquire))
      return *team;
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    if (!instance.load()) {
      // The child of a fork has none of its parent's workers.
      static int once =
          pthread_atfork(nullptr, nullptr, [] { instance.store(nullptr); });
      (void)once;
      instance.store(new Team);
    }
    return *instance.load();
  }

  void runShared(unsigned threads, uint64_t nanoseconds, SharedPart part,
                 void *context) {
    threads = grow(threads);
    Slot *slot = threads > 1 ? takeSlot() : nullptr;
    if (!slot) {
      part(context, 0);
      return;
    }
    // Work that is too short to wake a worker accumulates.
    bool isLong = nanoseconds >= longNanoseconds;
    bool wakes =
        isLong || (sleepers.load(std::memory_order_relaxed) != 0 &&
                   undone.fetch_add(nanoseconds, std::memory_order_relaxed) +
                           nanoseconds >=
                       wakingNanoseconds);
    uint64_t number = fill(*slot, threads, wakes, part, context);
    // Ordered with a worker's way to sleep: one of the two sees the other. Not
    // for short work: a fence would make this thread wait until the others have
    // read all that it has written.
    slot->open.store(number, isLong ? std::memory_order_seq_cst
                                    : std::memory_order_release);
    if (wakes && sleepers.load() != 0) {
      undone.store(0, std::memory_order_relaxed);
      wakeSome(0, threads);
    }
    {
      PartScope scope(0);
      part(context, 0);
    }
    close(*slot, number);
  }

  void runTogether(unsigned threads, TogetherPart part, void *context) {
    // It uses all workers, so there is only one such submission at a time.
    std::lock_guard lock(together);
    threads = grow(threads);
    Slot *slot = threads > 1 ? takeSlot() : nullptr;
    if (!slot) {
      part(context, 0, 1);
      return;
    }
    struct All {
      TogetherPart part;
      void *context;
      unsigned threads;
      std::atomic<unsigned> begun;
    } all{part, context, threads, 1};
    uint64_t number = fill(
        *slot, threads, /*wakes=*/false,
        [](void *context, unsigned self) {
          All &all = *static_cast<All *>(context);
          ++all.begun;
          all.part(all.context, self, all.threads);
        },
        &all);
    // Ordered with a worker's way to sleep: one of the two sees the other.
    slot->open.store(number, std::memory_order_seq_cst);
    for (unsigned i = 1; i < threads; ++i)
      workers[i]->wake();
    {
      PartScope scope(0);
      part(context, 0, threads);
    }
    for (unsigned turn = 0; all.begun != threads; ++turn)
      pauseOrYield(turn);
    close(*slot, number);
  }

private:
  Team() : first(&thisThread()), firstPlace(omp_get_place_num()) {}

  /// Ensures that there are this many threads, and returns how many there are.
  unsigned grow(unsigned threads) {
    threads = std::min(threads, most.load(std::memory_order_relaxed));
    if (count.load(std::memory_order_acquire) < threads) {
      std::lock_guard lock(growing);
      while (count.load() < threads && startWorker(count.load()))
        count.store(count.load() + 1, std::memory_order_release);
      // If the system provides no more, do not ask again.
      if (count.load() < threads)
        most.store(count.load(), std::memory_order_relaxed);
      setPatience();
    }
    return std::min(threads, count.load(std::memory_order_acquire));
  }

  /// A worker without its own core would keep others from working.
  void setPatience() {
    const char *policy = std::getenv("OMP_WAIT_POLICY");
    std::chrono::nanoseconds time = patience;
    if (policy && strcasecmp(policy, "active") == 0)
      time = longPatience;
    if ((policy && strcasecmp(policy, "passive") == 0) ||
        count.load() > static_cast<unsigned>(omp_get_num_procs()))
      time = std::chrono::nanoseconds(0);
    waits.store(time, std::memory_order_relaxed);
  }

  bool startWorker(unsigned self) {
    // Workers call no OpenMP functions: OpenMP would treat them as threads of
    // the program that may start regions, and wait for them at its end.
    struct Begin {
      Team *team;
      unsigned self;
      std::optional<cpu_set_t> place;
    };
    workers[self] = new Worker;
    auto begin =
        std::make_unique<Begin>(Begin{this, self, findPlace(self, firstPlace)});
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, stackBytes());
    // Signals are for the program's own threads, except those that a worker's
    // own errors raise.
    sigset_t all, before;
    sigfillset(&all);
    for (int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF})
      sigdelset(&all, own);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(
        &thread, &attributes,
        [](void *pointer) -> void * {
          std::unique_ptr<Begin> begin(static_cast<Begin *>(pointer));
          Team &team = *begin->team;
          unsigned self = begin->self;
          if (begin->place)
            sched_setaffinity(0, sizeof *begin->place, &*begin->place);
          begin.reset();
          team.work(self);
          return nullptr;
        },
        begin.get());
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    if (error == 0)
      begin.release();
    else
      delete std::exchange(workers[self], nullptr);
    return error == 0;
  }

  Slot *takeSlot() {
    // Without a locked instruction, which would wait like a fence.
    if (&thisThread() == first)
      return &slots[0];
    for (Slot *slot = slots + 1; slot != std::end(slots); ++slot)
      if (!slot->taken.load(std::memory_order_relaxed) &&
          !slot->taken.exchange(true, std::memory_order_acquire))
        return slot;
    return nullptr;
  }

  uint64_t fill(Slot &slot, unsigned threads, bool wakes, SharedPart part,
                void *context) {
    slot.part = part;
    slot.context = context;
    slot.wakes = wakes;
    slot.core.store(sched_getcpu(), std::memory_order_relaxed);
    return ((slot.uses++ * slotCount + (&slot - slots) + 1) << threadBits) |
           threads;
  }

  /// After this, no worker is working on the submission or starts to.
  void close(Slot &slot, uint64_t number) {
    // Ordered with a worker's way in: one of the two sees the other.
    slot.open.store(0, std::memory_order_seq_cst);
    for (unsigned i = 1; i < threadsOf(number); ++i)
      for (unsigned turn = 0; workers[i]->inside.load() == number; ++turn)
        pauseOrYield(turn);
    slot.taken.store(false, std::memory_order_release);
  }

  /// Each woken worker wakes two others, which do the same.
  void wakeSome(unsigned self, unsigned threads) {
    for (unsigned i = 2 * self + 1; i <= 2 * self + 2 && i < threads; ++i)
      if (workers[i]->asleep.load() != Worker::Rests)
        workers[i]->wake();
      else
        wakeSome(i, threads);
  }

  /// Whether this worker runs on the core of a host thread.
  bool isInTheWay() const {
    int core = sched_getcpu();
    return std::any_of(std::begin(slots), std::end(slots), [&](auto &slot) {
      return slot.core.load(std::memory_order_relaxed) == core;
    });
  }

  /// The main loop of a worker.
  [[noreturn]] void work(unsigned self) {
    // The last submission seen in each slot, so that a worker does not take
    // part twice.
    uint64_t seen[slotCount] = {};
    auto isNew = [&](unsigned i, uint64_t number) {
      return number != 0 && number != seen[i] && self < threadsOf(number);
    };
    Worker &worker = *workers[self];
    bool hasRested = false;
    timespec rest = {0, leastRest};
    Clock::time_point last = Clock::now();
    for (unsigned turn = 1;; ++turn) {
      for (unsigned i = 0; i < slotCount; ++i) {
        uint64_t number = slots[i].open.load(std::memory_order_relaxed);
        if (!isNew(i, number))
          continue;
        seen[i] = number;
        worker.inside.store(number, std::memory_order_seq_cst);
        if (slots[i].open.load(std::memory_order_seq_cst) == number) {
          if (slots[i].wakes)
            wakeSome(self, threadsOf(number));
          PartScope scope(self);
          slots[i].part(slots[i].context, self);
        }
        worker.inside.store(0, std::memory_order_release);
        last = Clock::now();
        hasRested = false;
      }
      __builtin_ia32_pause();
      if (turn % turnsPerLook != 0)
        continue;
      // A worker that has backed off and found nothing sleeps.
      bool isThere = isInTheWay(), rests = !hasRested && isThere;
      if (!isThere)
        rest.tv_nsec = leastRest;
      if (!rests && !hasRested &&
          Clock::now() - last < waits.load(std::memory_order_relaxed))
        continue;
      uint32_t state = rests ? Worker::Rests : Worker::Sleeps;
      worker.asleep.store(state);
      sleepers.fetch_add(1);
      bool mayStay = true;
      for (unsigned i = 0; i < slotCount; ++i)
        mayStay &= !isNew(i, slots[i].open.load());
      // Work that starts while it backs off may take long, so it polls again.
      while (mayStay && worker.asleep.load() &&
             (syscall(SYS_futex, &worker.asleep, FUTEX_WAIT_PRIVATE, state,
                      rests ? &rest : nullptr, nullptr, 0) == 0 ||
              errno != ETIMEDOUT))
        ;
      if (rests)
        rest.tv_nsec = std::min(2 * rest.tv_nsec, mostRest);
      hasRested = rests;
      worker.asleep.store(Worker::Awake);
      sleepers.fetch_sub(1);
      last = Clock::now();
    }
  }

  static std::atomic<Team *> instance;

  /// The first belongs to the thread that created the team.
  Slot slots[slotCount];
  const Thread *const first;
  alignas(128) std::atomic<unsigned> sleepers = 0;
  std::atomic<std::chrono::nanoseconds> waits{patience};
  alignas(128) std::atomic<uint64_t> undone = 0;
  /// The submitter is a thread of the team too.
  std::atomic<unsigned> count = 1, most = mostThreads;
  Worker *workers[mostThreads + 1] = {};
  std::mutex growing, together;
  const int firstPlace;
};

std::atomic<Team *> Team::instance = nullptr;

} // namespace

unsigned teamSize() {
  static const int fixed = [] {
    const char *text = std::getenv("HEDDLE_NUM_THREADS");
    return text ? std::max(0, std::atoi(text)) : 0;
  }();
  static std::atomic<int> last = 1;
  // Read each time, because omp_set_num_threads may change it, but not by
  // workers.
  if (!fixed && thisThread().inTeam)
    return static_cast<unsigned>(last.load(std::memory_order_relaxed));
  int size = fixed ? fixed : omp_get_max_threads();
  size = std::clamp<int>(size, 1, mostThreads);
  if (last.load(std::memory_order_relaxed) != size)
    last.store(size, std::memory_order_relaxed);
  return static_cast<unsigned>(size);
}

bool inTeam() { return thisThread().inTeam || omp_in_parallel(); }

unsigned teamNumber() {
  return hostUsesOpenMP() ? static_cast<unsigned>(omp_get_thread_num())
                          : thisThread().teamNumber;
}

void runShared(unsigned threads, uint64_t nanoseconds, SharedPart part,
               void *context) {
  if (!hostUsesOpenMP())
    return Team::get().runShared(threads, nanoseconds, part, context);
  // OpenMP takes long to change the size of a team.
#pragma omp parallel num_threads(teamSize())
  {
    auto self = static_cast<unsigned>(omp_get_thread_num());
    if (self < threads)
      part(context, self);
  }
}

void runTogether(unsigned threads, TogetherPart part, void *context) {
  if (!hostUsesOpenMP())
    return Team::get().runTogether(threads, part, context);
#pragma omp parallel num_threads(threads)
  part(context, static_cast<unsigned>(omp_get_thread_num()),
       static_cast<unsigned>(omp_get_num_threads()));
}

} // namespace heddle::rt
