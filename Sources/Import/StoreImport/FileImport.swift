import ColumnStore
import Columns
import Foundation
import Mappings
import RowReading
import TabularFiles

/// One file on its way through an import.
package struct FileImport {
  let input: ImportInput
  /// The import being made: its number, its file, and the counts so far.
  package var imported: ImportedFile
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

/// The files of a call that have to be read, and the results of the others.
struct ImportPlan {
  /// The files to read, numbered.
  private(set) var steps: [FileImport] = []
  /// Per file of the call: its earlier import, or its place among the steps.
  private var outcomes: [Outcome] = []
  /// Per file of the call: its path.
  private let paths: [String]

  private enum Outcome {
    case known(ImportedFile)
    case new(step: Int)
    /// An earlier file of the call has the same bytes, for the same table.
    case repeated(step: Int)
  }

  /// The bytes of a file and the table that is read from them: one journal may feed several.
  private struct Rows: Hashable {
    let sum: String?
    let table: String

    init(_ imported: ImportedFile) { (sum, table) = (imported.xxh128, imported.table) }
  }

  /// Decides for each file of a call whether it must be read.
  init(_ all: [FileImport], _ ledger: ImportLedger) {
    paths = all.map(\.input.file.path)
    let known = all.map { ledger.earlier(than: $0.imported) }
    // Rows that take columns from another file are new if that file is new.
    let standTogether = all.contains { $0.input.isSide }
    let readsAll = standTogether && known.contains { $0 == nil }
    var stepsByRows: [Rows: Int] = [:]
    let tablesBySum = Dictionary(grouping: all, by: \.imported.xxh128).mapValues {
      Set($0.map(\.input.tableName)).count
    }
    var callsBySum: [String?: Int] = [:]
    for (step, known) in zip(all, known) {
      let rows = Rows(step.imported)
      if let known, !readsAll {
        outcomes.append(.known(known))
      } else if let first = stepsByRows[rows], !standTogether {
        outcomes.append(.repeated(step: first))
      } else {
        var step = step
        step.imported.id = ledger.nextID + steps.count
        if standTogether {
          step.imported.callID = ledger.nextID
        } else if tablesBySum[rows.sum, default: 1] > 1 {
          step.imported.callID = callsBySum[rows.sum] ?? step.imported.id
          callsBySum[rows.sum] = step.imported.callID
        }
        stepsByRows[rows] = steps.count
        outcomes.append(.new(step: steps.count))
        steps.append(step)
      }
    }
  }

  /// Restores the archived copies of known files, and of their mapping, that the archive has lost.
  mutating func restoreCopies(_ mappingText: String, _ writer: StoreWriter) throws(StoreError) {
    let hasMapping = try writer.restore(archivedText: mappingText)
    for index in outcomes.indices {
      guard case .known(var file) = outcomes[index] else { continue }
      if let sha256 = file.sha256, try writer.restore(archived: sha256, from: paths[index]) {
        file.restored.append("copy")
      }
      if hasMapping { file.restored.append("mapping") }
      outcomes[index] = .known(file)
    }
  }

  /// Returns the result of each file of the call.
  func results(_ imported: [ImportedFile]) -> [ImportedFile] {
    outcomes.map { outcome in
      switch outcome {
      case .known(let file): file
      case .new(let step): imported[step]
      case .repeated(let step): imported[step].repeated
      }
    }
  }
}
