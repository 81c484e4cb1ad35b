import ColumnStore
import Foundation
import RowReading
import StoreImport

/// The journals of a fetch: one, or one per table if a mapping reads each file for one table.
final class FetchJournals {
  /// A journal's file.
  struct Journal {
    let description: FeedJournal
    let file: ResponseJournal
    /// Whether it holds an answer that the store lacks.
    var hasNews = false
  }

  private(set) var all: [Journal] = []
  /// Whether an earlier run left a readable answer in them.
  private(set) var haveReadableAnswer = false
  private let folder: FetchFolder

  /// Opens or creates the journals; empties those that are already stored.
  ///
  /// - Parameters:
  ///   - descriptions: The journals of the feed.
  ///   - folder: Their folder.
  ///   - stored: The store's answers.
  /// - Throws: ``FetchError`` if a journal cannot be read, or its stored answers cannot be removed.
  init(_ descriptions: [FeedJournal], in folder: FetchFolder, _ stored: StoredAnswers)
    throws(FetchError)
  {
    self.folder = folder
    for description in descriptions {
      let path = folder.journal(description.name)
      let file = try ResponseJournal(path: path, known: stored.answers)
      if let other = file.entries.first(where: { $0.api != folder.api }) {
        throw .journal(
          .malformed(
            file: path, found: "an answer of \(other.api)", expected: "answers of \(folder.api)"))
      }
      let isReadable = file.entries.contains(where: \.isReadable)
      var isStored = false
      if file.size > 0 {
        let sum = try onFetchStore { () throws(StoreError) in try Checksum.ofFile(path).hex }
        isStored = stored.isImported(sum)
      }
      // Several journals are emptied one after another: after a crash the rest belongs to the same
      // commit.
      if isReadable, !isStored || descriptions.count > 1 { haveReadableAnswer = true }
      if isStored { try file.clear() }
      let hasNews = file.entries.contains { $0.isSettled && !$0.isUnchanged }
      all.append(Journal(description: description, file: file, hasNews: hasNews))
    }
  }

  /// The place of waiting answers, in words.
  var place: String { all.count == 1 ? all[0].file.path : folder.path }

  /// The total size of the files.
  var size: Int { all.reduce(0) { $0 + $1.file.size } }

  /// Whether any of them holds an answer that the store lacks.
  var hasNews: Bool { all.contains(where: \.hasNews) }

  /// The files to import, each with its tables.
  var news: [ImportFile] {
    all.filter(\.hasNews).flatMap { journal in
      journal.description.tables.map { ImportFile(journal.file.path, table: $0) }
    }
  }

  /// Returns the lines of the journal that an import stored; nil for another file.
  func entries(of imported: ImportedFile) -> [JournalEntry]? {
    all.first { $0.description.tables.first == imported.table }?.file.entries
  }

  /// Appends lines to a journal; they are on disk when the call returns.
  ///
  /// - Parameters:
  ///   - lines: The lines of one answer.
  ///   - name: The journal's name.
  /// - Throws: ``FetchError`` if they cannot be written.
  func append(_ lines: [AnswerLine], to name: String?) throws(FetchError) {
    guard let index = all.firstIndex(where: { $0.description.name == name }) else {
      preconditionFailure("a request without a journal")
    }
    try all[index].file.append(lines)
    if lines.contains(where: { $0.entry.isSettled && !$0.entry.isUnchanged }) {
      all[index].hasNews = true
    }
  }

  /// Repacks the journals that are about to be archived.
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
    for index in all.indices {
      try all[index].file.clear()
      all[index].hasNews = false
    }
  }

  /// Removes the empty files.
  func removeEmpty() { for journal in all where journal.file.size == 0 { journal.file.remove() } }

  /// Removes the files after a complete run: the store already has the lines left in them.
  func remove() { for journal in all { journal.file.remove() } }
}
