import APICore
import Synchronization

/// A clock that is stopped until a test moves it.
///
/// `advance(by:)` wakes sleepers whose time has come, in order of their times. An impatient clock
/// moves itself: a sleeper wakes at once, at the requested time.
public final class ManualClock: APIClock {
  private struct Sleeper {
    let number: Int
    let until: Duration
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var uptime = Duration.zero
    var sleepers: [Sleeper] = []
    var nextNumber = 0
    /// The number of sleepers that were woken and have not continued yet.
    var wokenCount = 0
  }

  private let state = Mutex(State())
  private let start: Int64
  private let isImpatient: Bool
  private let patience: Duration?

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - start: Its first time of day, µs since 1970 UTC.
  ///   - isImpatient: Whether sleeping moves the clock instead of waiting.
  ///   - patience: The time from which on a sleeper waits for a test all the same, as work beside
  ///     the test's own that beats for ever would move the clock on and on; nil for none.
  public init(
    start: Int64 = 1_775_000_000_000_000, isImpatient: Bool = false, patience: Duration? = nil
  ) {
    self.start = start
    self.isImpatient = isImpatient
    self.patience = patience
  }

  /// The number of sleepers.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Time since the clock was made.
  public var uptime: Duration { state.withLock { $0.uptime } }

  /// The time of day, µs since 1970 UTC.
  public var now: Int64 {
    let (seconds, attoseconds) = uptime.components
    return start + seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// Moves the clock, and wakes sleepers whose time has come.
  public func advance(by duration: Duration) {
    let end = uptime + duration
    while let sleeper = nextSleeper(until: end) { wake(sleeper) }
    state.withLock { $0.uptime = max($0.uptime, end) }
  }

  /// Moves the clock in one step: every woken sleeper sees its end, however late.
  public func jump(to time: Duration) {
    let woken = state.withLock { state in
      state.uptime = max(state.uptime, time)
      defer { state.sleepers.removeAll { $0.until <= time } }
      return state.sleepers.filter { $0.until <= time }
    }
    for sleeper in woken { wake(sleeper) }
  }

  /// Waits until a test has moved the clock; an impatient clock moves itself.
  ///
  /// - Parameter uptime: Until when.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until uptime: Duration) async throws(CancellationError) {
    if isImpatient, patience.map({ uptime - self.uptime < $0 }) ?? true {
      guard !Task.isCancelled else { throw CancellationError() }
      state.withLock { $0.uptime = max($0.uptime, uptime) }
      return await Task.yield()
    }
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    let isTime = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Sleeper(number: number, until: uptime, continuation: continuation))
      }
    } onCancel: {
      remove(number)?.continuation.resume(returning: false)
    }
    guard isTime else { throw CancellationError() }
    state.withLock { $0.wokenCount -= 1 }
  }

  /// Waits until there are `count` sleepers.
  public func waitForSleepers(_ count: Int) async {
    while sleeperCount < count { await Task.yield() }
  }

  /// Runs a piece of work, and moves the clock to the next sleeper whenever all of it waits.
  ///
  /// - Parameter work: The work.
  /// - Returns: The work's result.
  public func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let mover = Task {
      while !Task.isCancelled {
        let before = mark
        // On a busy machine it takes a while until all woken tasks have continued.
        for _ in 0..<200 { await Task.yield() }
        try? await Task.sleep(for: .milliseconds(2))
        if before.sleepers > 0, before.woken == 0, mark == before { wakeNext() }
      }
    }
    defer { mover.cancel() }
    return await Task { await work() }.value
  }

  // MARK: - Implementation

  private func add(_ sleeper: Sleeper) {
    let wakes: Bool? = state.withLock { state in
      if Task.isCancelled { return false }
      if sleeper.until <= state.uptime { return true }
      state.sleepers.append(sleeper)
      return nil
    }
    guard let wakes else { return }
    if wakes { wake(sleeper) } else { sleeper.continuation.resume(returning: false) }
  }

  private func wake(_ sleeper: Sleeper) {
    state.withLock { $0.wokenCount += 1 }
    sleeper.continuation.resume(returning: true)
  }

  /// A value that changes when a task continues or goes to sleep.
  private var mark: (sleepers: Int, woken: Int, last: Int) {
    state.withLock { ($0.sleepers.count, $0.wokenCount, $0.nextNumber) }
  }

  private func remove(_ number: Int) -> Sleeper? {
    state.withLock { state in
      state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
    }
  }

  private func nextSleeper(until end: Duration) -> Sleeper? {
    state.withLock { state in
      let next = state.sleepers.indices.min {
        (state.sleepers[$0].until, state.sleepers[$0].number)
          < (state.sleepers[$1].until, state.sleepers[$1].number)
      }
      guard let next, state.sleepers[next].until <= end else { return nil }
      state.uptime = max(state.uptime, state.sleepers[next].until)
      return state.sleepers.remove(at: next)
    }
  }

  private func wakeNext() {
    let next = state.withLock { $0.sleepers.map(\.until).min() }
    guard let next, let sleeper = nextSleeper(until: next) else { return }
    wake(sleeper)
  }
}
