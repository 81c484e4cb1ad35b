import Synchronization

/// A cache of answers, each kept for as long as its call allows.
///
/// The key is host, path, query in any order, and user; only a hash of the credential is kept. A
/// full cache removes the least recently used answers first. Several connections may share one
/// cache.
public final class ResponseCache: Sendable {
  /// The key of an answer.
  struct Key: Hashable {
    /// Scheme, host and the path before all endpoints.
    let base: String
    /// The path below.
    let path: String
    /// Query items, sorted.
    let query: [String]
    /// A hash of the credential, different in every process.
    let user: Int
  }

  private struct Entry {
    let response: HTTPResponse
    let freshUntil: Duration
    var lastUse: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var uses = 0
    /// The number of invalidations; an answer requested before one is not kept after it.
    var generation = 0

    mutating func remove(_ key: Key) {
      if let entry = entries.removeValue(forKey: key) { bytes -= entry.response.body.count }
    }
  }

  /// The result of a look-up.
  enum Finding: Equatable { case fresh(HTTPResponse), outdated, nothing }

  private let state = Mutex(State())
  private let capacity: Int
  private let byteCapacity: Int

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of answers.
  ///   - byteCapacity: The maximum total size of their bodies.
  public init(capacity: Int = 1000, byteCapacity: Int = 64 << 20) {
    self.capacity = capacity
    self.byteCapacity = byteCapacity
  }

  /// The number of cached answers, outdated ones included.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Removes answers.
  ///
  /// - Parameter prefix: The path below the base URL whose answers are removed, with all paths
  ///   below it: `/race` means `/race` and `/race/77`, not `/racecards`; nil for all.
  public func invalidate(path prefix: String? = nil) {
    state.withLock { state in
      state.generation += 1
      for key in state.entries.keys where prefix.map({ key.lies(below: $0) }) ?? true {
        state.remove(key)
      }
    }
  }

  /// Looks up an answer.
  func find(_ key: Key, at now: Duration) -> Finding {
    state.withLock { state in
      guard let entry = state.entries[key] else { return .nothing }
      guard now < entry.freshUntil else { return .outdated }
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return .fresh(entry.response)
    }
  }

  /// The number of invalidations, to be passed to ``keep(_:for:until:asked:)`` after the request.
  var generation: Int { state.withLock { $0.generation } }

  /// Keeps an answer, unless the cache was invalidated since the request.
  func keep(_ response: HTTPResponse, for key: Key, until time: Duration, asked generation: Int) {
    state.withLock { state in
      guard state.generation == generation, response.body.count <= byteCapacity else { return }
      state.remove(key)
      state.uses += 1
      state.entries[key] = Entry(response: response, freshUntil: time, lastUse: state.uses)
      state.bytes += response.body.count
      while state.entries.count > capacity || state.bytes > byteCapacity {
        guard let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
          return
        }
        state.remove(oldest.key)
      }
    }
  }
}

extension ResponseCache.Key {
  /// Whether the path is `prefix` or below it.
  fileprivate func lies(below prefix: String) -> Bool {
    path == prefix || path.hasPrefix(prefix.hasSuffix("/") ? prefix : prefix + "/")
  }
}
