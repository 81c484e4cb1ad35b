import ColumnStore
import Racing
import RacingImport

/// What a store knows of fetches: its answers, and which journals it has taken in.
struct StoredAnswers {
  let answers: KnownAnswers
  private let journals: Set<String>

  /// Reads a store; one that is not there yet knows nothing.
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
