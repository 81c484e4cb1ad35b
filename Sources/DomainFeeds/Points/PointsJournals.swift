import ColumnStore
import Foundation
import RacingImport

/// The journals of a fetch of points: one per table, since a mapping reads a file for one table.
final class PointsJournals {
  /// A table's journal.
  struct Journal {
    let table: PointsTable
    let file: ResponseJournal
    /// Whether it holds an answer that the store doesn't.
    var hasNews = false
  }

  private(set) var all: [Journal] = []

  /// Opens the journals, or makes empty ones.
  init(_ folder: FetchFolder, _ known: KnownAnswers) throws(FetchError) {
    for table in PointsTable.allCases {
      let file = try ResponseJournal(path: folder.journal(of: table.rawValue), known: known)
      all.append(Journal(table: table, file: file))
    }
  }

  /// Whether any of them holds an answer that the store doesn't.
  var hasNews: Bool { all.contains(where: \.hasNews) }

  /// Whether any of them holds an answer that could be read.
  var haveReadableAnswer: Bool {
    all.contains { $0.file.entries.contains(where: \.isReadable) }
  }

  /// The files to be imported, each with its table.
  var files: [ImportFile] {
    all.filter(\.hasNews).map { ImportFile($0.file.path, table: $0.table.rawValue) }
  }

  /// Takes up what an earlier run has left, but for what is stored already.
  ///
  /// - Parameters:
  ///   - stored: What the store knows.
  ///   - known: Learns of the answers.
  /// - Returns: The number of answers.
  /// - Throws: ``FetchError`` when a journal cannot be read, or what is stored of it not be removed.
  func takeUp(_ stored: StoredAnswers, into known: inout KnownAnswers) throws(FetchError) -> Int {
    var count = 0
    for index in all.indices where all[index].file.size > 0 {
      let path = all[index].file.path
      let sum = try onFetchStore { () throws(StoreError) in try Checksum.ofFile(path).hex }
      guard !stored.isImported(sum) else {
        try all[index].file.clear()
        continue
      }
      for entry in all[index].file.entries {
        known.apply(entry, importID: nil)
        guard entry.isSettled else { continue }
        count += 1
        all[index].hasNews = all[index].hasNews || !entry.isUnchanged
      }
    }
    return count
  }

  /// Appends lines to a table's journal; they are on disk when the call returns.
  func append(_ lines: [AnswerLine], to table: PointsTable) throws(FetchError) {
    guard !lines.isEmpty, let index = all.firstIndex(where: { $0.table == table }) else { return }
    try all[index].file.append(Data(lines.flatMap(\.text)))
    if lines.contains(where: { $0.entry.isSettled && !$0.entry.isUnchanged }) {
      all[index].hasNews = true
    }
  }

  /// Packs together the answers of those that are to be archived.
  func packNews() throws(FetchError) {
    for journal in all where journal.hasNews { try journal.file.pack() }
  }

  /// Empties those whose answers are stored.
  func clearStored() throws(FetchError) {
    for index in all.indices where all[index].hasNews {
      try all[index].file.clear()
      all[index].hasNews = false
    }
  }

  /// Empties all of them.
  func clear() throws(FetchError) {
    for journal in all { try journal.file.clear() }
  }

  /// Removes the files that hold nothing.
  func removeEmpty() { for journal in all where journal.file.size == 0 { journal.file.remove() } }

  /// Removes the files once a run is complete: what is left in them tells nothing new.
  func remove() { for journal in all { journal.file.remove() } }
}
