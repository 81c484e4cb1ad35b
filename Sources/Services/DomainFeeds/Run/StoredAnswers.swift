import ColumnStore
import Racing
import StoreImport

/// A store's record of fetches: its answers, and the imported journals.
struct StoredAnswers {
  let answers: KnownAnswers
  private let journals: Set<String>

  /// Reads a store; a missing one is empty.
  init(store: String) throws(FetchError) {
    do {
      let snapshot = try Snapshot(
        store: store, tables: [RacingTables.responses, RacingTables.imports])
      let stored = try KnownAnswers(snapshot)
      journals = Set(try ImportLedger(snapshot).standing.compactMap(\.sha256))
      answers = stored
    } catch .notFound {
      answers = KnownAnswers()
      journals = []
    } catch {
      throw .store(error)
    }
  }

  /// Whether a journal with this checksum was imported.
  func isImported(_ sha256: String) -> Bool { journals.contains(sha256) }
}
