import Columns
import Synchronization
import SystemFiles
import TabularFiles

/// A file of a state, mapped.
///
/// To map it is cheap, whatever its size: its description is read, and that its values lie in it is
/// sure. That these are what was written is known once it was checked.
final class StoredFile: Sendable {
  let path: String
  let table: Table
  let pages: MappedPages
  private let sum: ExpectedSum
  /// Whether it was found to be as it was written.
  private let isWhole = Atomic(false)
  /// Whether its columns were found to be laid out as those of their names are.
  let hasKnownColumns = Atomic(false)

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - entry: The manifest's entry.
  ///   - rows: How many rows it has by that.
  ///   - store: The store's folder.
  /// - Throws: ``StoreError`` `.corrupt` when it is no file of so many rows and bytes.
  init(_ entry: some SummedFile, rows: Int, in store: String) throws(StoreError) {
    path = store + "/" + entry.file
    sum = ExpectedSum(entry)
    do {
      (table, pages) = try ArrowFile.mapped(path)
    } catch {
      let expected = "an Arrow file of \(rows) rows"
      switch error {
      case .malformed(_, let found, _):
        throw .corrupt(file: path, found: found, expected: expected)
      case .cannotOpen(_, let reason):
        let path = path
        let isThere = try onDisk { () throws(SystemError) in try FileSystem.exists(path) }
        guard isThere else { throw .corrupt(file: path, found: "no file", expected: expected) }
        throw .io(file: path, reason: reason)
      default: throw .io(file: path, reason: "\(error)")
      }
    }
    guard entry.bytes == 0 || pages.byteCount == entry.bytes else {
      throw .corrupt(
        file: path, found: "\(pages.byteCount) bytes", expected: "\(entry.bytes) bytes")
    }
    guard table.rowCount == rows else {
      throw .corrupt(file: path, found: "\(table.rowCount) rows", expected: "\(rows) rows")
    }
  }

  /// Makes sure, once, that the file is as it was written and that all it points at is there.
  ///
  /// - Parameter counts: How many names each dictionary has.
  /// - Throws: ``StoreError`` `.corrupt` when it is not.
  func check(_ counts: [String: Int]) throws(StoreError) {
    if isWhole.load(ordering: .acquiring) { return }
    try checkSum()
    if let flaw = table.flaw(counts) {
      throw .corrupt(file: path, found: flaw.found, expected: flaw.expected)
    }
    isWhole.store(true, ordering: .releasing)
  }

  /// Holds the file against its checksum.
  func checkSum() throws(StoreError) {
    let found = sum.ofSameKind(pages)
    guard found == sum else {
      throw .corrupt(
        file: path, found: "damage: \(found)",
        expected: "\(sum), as it was written; `railbird replay` makes the tables anew")
    }
  }
}

extension Table {
  /// Finds a value that points at what is not there: a code without a name, a text outside the bytes
  /// of its column.
  ///
  /// - Parameter counts: How many names each dictionary has.
  /// - Returns: The first one, or nil.
  func flaw(_ counts: [String: Int]) -> (found: String, expected: String)? {
    for (field, column) in zip(fields, columns) {
      if case .text(let texts) = column.values, !texts.isInBytes {
        return ("texts of \(field.name) out of order", "one behind the other")
      }
      guard case .coded(let dictionary) = field.type else { continue }
      let limit = counts[dictionary] ?? 0
      if let code = column.firstCode(notBelow: limit) {
        return ("code \(code) in \(field.name)", "codes below \(limit)")
      }
    }
    return nil
  }
}
