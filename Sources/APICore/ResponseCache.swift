import Synchronization

/// Keeps answers for as long as their calls allow.
///
/// Which answer is whose is told by host, path, query in any order, and who asked; of a credential
/// only a hash is kept. When the cache is full, the answers that were used least recently go first.
/// Several connections may share one cache.
public final class ResponseCache: Sendable {
  /// What an answer belongs to.
  struct Key: Hashable {
    /// Scheme, host and the path in front of all endpoints.
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
    /// How often answers were thrown away; an answer that was asked for before is not kept after.
    var generation = 0

    mutating func remove(_ key: Key) {
      if let entry = entries.removeValue(forKey: key) { bytes -= entry.response.body.count }
    }
  }

  /// What the cache has for a call.
  enum Finding: Equatable { case fresh(HTTPResponse), outdated, nothing }

  private let state = Mutex(State())
  private let capacity: Int
  private let byteCapacity: Int

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: How many answers are kept at most.
  ///   - byteCapacity: How large their bodies may be together.
  public init(capacity: Int = 1000, byteCapacity: Int = 64 << 20) {
    self.capacity = capacity
    self.byteCapacity = byteCapacity
  }

  /// How many answers are kept, outdated ones included.
  public var count: Int { state.withLock { $0.entries.count } }

  /// Throws answers away.
  ///
  /// - Parameter prefix: The paths below the base URL whose answers go, with all that lies below
  ///   them: `/race` means `/race` and `/race/77`, not `/racecards`; nil for all.
  public func invalidate(path prefix: String? = nil) {
    state.withLock { state in
      state.generation += 1
      for key in state.entries.keys where prefix.map({ key.lies(below: $0) }) ?? true {
        state.remove(key)
      }
    }
  }

  /// Looks for an answer.
  func find(_ key: Key, at now: Duration) -> Finding {
    state.withLock { state in
      guard let entry = state.entries[key] else { return .nothing }
      guard now < entry.freshUntil else { return .outdated }
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return .fresh(entry.response)
    }
  }

  /// What ``keep(_:for:until:asked:)`` wants to know of the time before the request.
  var generation: Int { state.withLock { $0.generation } }

  /// Keeps an answer, unless the cache was told to forget since it was asked for.
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
  /// Whether the path is `prefix` or one below it.
  fileprivate func lies(below prefix: String) -> Bool {
    path == prefix || path.hasPrefix(prefix.hasSuffix("/") ? prefix : prefix + "/")
  }
}
