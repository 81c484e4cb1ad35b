import Columns
import Synchronization

/// Keeps lists of races for a while.
public protocol RaceCache: Sendable {
  /// Returns the races of a key, such as `races_2020-11-08`.
  ///
  /// - Parameters:
  ///   - key: The request's key; it contains the racing day, so each new day is fetched.
  ///   - now: The time, µs since 1970 UTC.
  /// - Returns: The races; nil if there are none or they are too old.
  func races(for key: String, at now: Int64) -> [Race]?

  /// Keeps the races of a key.
  func keep(_ races: [Race], for key: String, at now: Int64)

  /// Removes all races.
  func removeAll()
}

/// Keeps lists of races in memory.
public final class MemoryRaceCache: RaceCache {
  private struct Entry {
    let races: [Race]
    let time: Int64
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let micros: Int64
  private let capacity: Int

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - freshFor: The time for which races are kept.
  ///   - capacity: The maximum number of lists; the oldest is removed first.
  public init(freshFor: Duration = .seconds(300), capacity: Int = 64) {
    micros = Int64(freshFor / .microseconds(1))
    self.capacity = max(1, capacity)
  }

  /// Returns the races of a key; nil if there are none or they are too old.
  public func races(for key: String, at now: Int64) -> [Race]? {
    entries.withLock { $0[key] }.flatMap {
      (0..<micros).contains(now - $0.time) ? $0.races : nil
    }
  }

  /// Keeps the races of a key.
  public func keep(_ races: [Race], for key: String, at now: Int64) {
    entries.withLock { entries in
      entries[key] = Entry(races: races, time: now)
      guard entries.count > capacity else { return }
      if let oldest = entries.min(by: { $0.value.time < $1.value.time }) {
        entries[oldest.key] = nil
      }
    }
  }

  /// Removes all races.
  public func removeAll() { entries.withLock { $0.removeAll() } }
}
