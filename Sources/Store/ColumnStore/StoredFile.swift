import Columns
import Synchronization
import TabularFiles

/// A mapped file of a state.
///
/// Mapping is cheap at any size: it reads and checks the description, and ensures that all values
/// lie within the file. A column is checked when it is first used.
final class StoredFile: Sendable {
  let path: String
  let table: Table
  let pages: MappedPages
  private let columns: CheckedColumns
  private let sum: ExpectedSum
  /// Whether it was checked and found intact.
  private let isWhole = Atomic(false)
  /// Whether its columns were checked and have the layouts of their types.
  let hasKnownColumns = Atomic(false)

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - entry: The manifest's entry.
  ///   - rows: The number of rows in the manifest.
  ///   - store: The store's folder.
  /// - Throws: ``StoreError`` `.corrupt` if its numbers of rows or bytes differ, or its
  ///   description is damaged.
  init(_ entry: some SummedFile, rows: Int, in store: String) throws(StoreError) {
    path = store + "/" + entry.file
    sum = ExpectedSum(entry)
    let expected = "an Arrow file of \(rows) rows"
    let mapped: Table
    let parts: ArrowParts
    guard try OwnFile.isThere(path) else {
      throw .corrupt(file: path, found: "no file", expected: expected)
    }
    do {
      (mapped, parts) = try ArrowFile.mapped(path)
    } catch {
      switch error {
      case .malformed(_, let found, _):
        throw .corrupt(file: path, found: found, expected: expected)
      case .cannotOpen(_, let reason):
        // A writer may have removed it in the meantime.
        guard try OwnFile.isThere(path) else {
          throw .corrupt(file: path, found: "no file", expected: expected)
        }
        throw .io(file: path, reason: reason)
      default: throw .io(file: path, reason: "\(error)")
      }
    }
    pages = parts.pages
    guard entry.bytes == 0 || pages.byteCount == entry.bytes else {
      throw .corrupt(
        file: path, found: "\(pages.byteCount) bytes", expected: "\(entry.bytes) bytes")
    }
    guard mapped.rowCount == rows else {
      throw .corrupt(file: path, found: "\(mapped.rowCount) rows", expected: "\(rows) rows")
    }
    columns = try CheckedColumns(entry, path, parts, names: mapped.fields.map(\.name))
    table = Table(
      fields: mapped.fields, columns: mapped.columns, rowCount: rows, check: columns)
  }

  /// Throws the damage that a reader of its columns has met, if any.
  func confirm() throws(StoreError) { try columns.confirm() }

  /// Checks, once, that the file is as written and that all its references are valid.
  ///
  /// - Parameter counts: The number of names in each dictionary.
  /// - Throws: ``StoreError`` `.corrupt` if it is not.
  func check(_ counts: [String: Int]) throws(StoreError) {
    if isWhole.load(ordering: .acquiring) { return }
    try checkSum()
    columns.noteWhole()
    if let flaw = table.flaw(counts) {
      throw .corrupt(file: path, found: flaw.found, expected: flaw.expected)
    }
    isWhole.store(true, ordering: .releasing)
  }

  /// Verifies the file's checksum.
  func checkSum() throws(StoreError) {
    let found = sum.ofSameKind(pages)
    guard found == sum else {
      throw .corrupt(
        file: path, found: "damage: \(found)",
        expected: "\(sum), " + StoreError.remedy)
    }
  }
}

extension Table {
  /// Finds an invalid reference: a code without a name, or a text outside the bytes of its column.
  ///
  /// - Parameter counts: The number of names in each dictionary.
  /// - Returns: The first one, or nil.
  func flaw(_ counts: [String: Int]) -> (found: String, expected: String)? {
    for (field, column) in zip(fields, columns) {
      if case .text(let texts) = column.values, !texts.isInBytes {
        return ("texts of \(field.name) out of order", "one after the other")
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
