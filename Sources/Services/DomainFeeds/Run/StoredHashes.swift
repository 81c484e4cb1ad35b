import ColumnStore
import Synchronization

/// The salted hashes that a store uses as names; they are read on first use.
final class StoredHashes: Sendable {
  private let store: String
  private let tables: Set<String>
  private let dictionaries: [String]
  private let names = Mutex<Set<String>?>(nil)

  /// Describes the hashes.
  ///
  /// - Parameters:
  ///   - store: The store's folder; without a store there are no hashes.
  ///   - tables: The tables that have them.
  ///   - dictionaries: The dictionaries of these tables that hold them.
  init(store: String, tables: Set<String>, dictionaries: [String]) {
    (self.store, self.tables, self.dictionaries) = (store, tables, dictionaries)
  }

  /// Returns the first of some hashes that the store has.
  ///
  /// If it has none of them, or cannot be read, returns the first of all: the fetch then reports
  /// the unreadable store.
  func first(of hashes: some BidirectionalCollection<String>) -> String {
    guard hashes.count > 1 else { return hashes.first! }
    return hashes.first(where: contains) ?? hashes.first!
  }

  /// Whether the store has a hash.
  @Sendable func contains(_ hash: String) -> Bool {
    names.withLock { names in
      if names == nil { names = read() }
      return names!.contains(hash)
    }
  }

  // MARK: - Implementation

  private func read() -> Set<String> {
    guard let snapshot = try? Snapshot(store: store, tables: tables) else { return [] }
    var found: Set<String> = []
    for name in dictionaries {
      let names = snapshot.dictionary(name)
      for code in 0..<names.count { found.insert(names[code]) }
    }
    return found
  }
}
