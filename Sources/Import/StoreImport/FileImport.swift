import ColumnStore
import Columns
import Foundation
import Mappings
import RowReading
import TabularFiles

/// One file of a call on its way through an import.
package struct FileImport {
  let input: ImportInput
  /// The import being made: its number, its file, and the counts so far; for a file that is not
  /// read, its earlier import.
  package var imported: ImportedFile
  /// Whether its rows must be read.
  fileprivate(set) var isRead = true
  /// An earlier file of the call that has the same bytes, for the same table.
  fileprivate var repeated: Int?
  /// The identity and the archive's copy, still being made.
  var pending: PendingIdentity?

  /// Begins a new import.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - identity: The identity of its bytes; only the size while the rest is being computed.
  ///   - job: The call's job.
  ///   - pending: The identity being computed; nil where it is known and no copy is kept.
  package init(
    _ input: ImportInput, _ identity: FileIdentity, by job: ImportJob,
    pending: PendingIdentity? = nil
  ) {
    self.input = input
    self.pending = pending
    imported = ImportedFile(
      id: 0, name: input.file.name, table: input.tableName, mapping: job.mapping.name,
      mappingSHA256: Checksum.hex(of: Data(job.mappingText.utf8)), bytes: 0, importedAt: job.now)
    imported.identity = identity
  }

  /// Begins an earlier import again.
  package init(_ input: ImportInput, again imported: ImportedFile) {
    self.input = input
    self.imported = imported.uncounted
  }
}

extension [FileImport] {
  /// The bytes of a file and the table that is read from them: one journal may feed several.
  fileprivate struct Rows: Hashable {
    let sum: String?
    let table: String

    init(_ imported: ImportedFile) { (sum, table) = (imported.xxh128, imported.table) }
  }

  /// Decides which files of a call must be read, and numbers their imports.
  mutating func decide(_ ledger: ImportLedger) {
    let known = map { ledger.earlier(than: $0.imported) }
    // Rows that take columns from another file are new if that file is new.
    let haveSides = contains { $0.input.isSide }
    let readsAll = haveSides && known.contains { $0 == nil }
    let tablesBySum = Dictionary(grouping: self, by: \.imported.xxh128).mapValues {
      Set($0.map(\.input.tableName)).count
    }
    var placesByRows: [Rows: Int] = [:]
    var callsBySum: [String?: Int] = [:]
    var nextID = ledger.nextID
    for place in indices {
      let rows = Rows(self[place].imported)
      if let known = known[place], !readsAll {
        (self[place].imported, self[place].isRead) = (known, false)
      } else if let first = placesByRows[rows], !haveSides {
        (self[place].repeated, self[place].isRead) = (first, false)
      } else {
        self[place].imported.id = nextID
        if haveSides {
          self[place].imported.callID = ledger.nextID
        } else if tablesBySum[rows.sum, default: 1] > 1 {
          self[place].imported.callID = callsBySum[rows.sum] ?? nextID
          callsBySum[rows.sum] = self[place].imported.callID
        }
        placesByRows[rows] = place
        nextID += 1
      }
    }
  }

  /// Restores the archived copies of known files, and of their mapping, that the archive has lost.
  mutating func restoreCopies(_ mappingText: String, _ writer: StoreWriter) throws(StoreError) {
    let hasMapping = try writer.restore(archivedText: mappingText)
    for place in indices where !self[place].isRead && self[place].repeated == nil {
      if let sha256 = self[place].imported.sha256,
        try writer.restore(archived: sha256, from: self[place].input.file.path)
      {
        self[place].imported.restored.append("copy")
      }
      if hasMapping { self[place].imported.restored.append("mapping") }
    }
  }

  /// Returns the result of each file of the call.
  ///
  /// - Parameter imported: The imports of the files that were read.
  /// - Returns: The results, in the order of the files.
  func results(_ imported: [ImportedFile]) -> [ImportedFile] {
    var results: [ImportedFile] = []
    var next = imported.makeIterator()
    for file in self {
      if let first = file.repeated {
        results.append(results[first].repeated)
      } else {
        results.append(file.isRead ? next.next()! : file.imported)
      }
    }
    return results
  }
}
