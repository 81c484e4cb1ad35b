import Columns
import TabularFiles

/// An Excel workbook: sheets of cells, which are read as CSV.
public struct Workbook {
  /// The name of a sheet, and doubts about it.
  public struct SheetNotes: Sendable {
    /// The sheet's name.
    public let name: String
    /// Doubts about its cells, one line each.
    public let doubts: [String]
  }

  private let path: String
  private let content: any WorkbookContent
  /// The most bytes of CSV that a sheet may become: a single cell can make a row of 16,384.
  private let byteLimit: Int

  /// Whether a file name is a workbook's.
  public static func isName(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".xlsx", ".xlsm", ".xls"].contains(where: name.hasSuffix)
  }

  /// Splits a file and a sheet, such as `runs.xlsx#May`; nil if the text names no sheet of a
  /// workbook.
  public static func parts(of argument: String) -> (path: String, sheet: String)? {
    guard let mark = argument.lastIndex(of: "#") else { return nil }
    let path = String(argument[..<mark])
    let sheet = String(argument[argument.index(after: mark)...])
    return isName(path) && !sheet.isEmpty ? (path, sheet) : nil
  }

  /// Opens a workbook.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: Its name in messages.
  /// - Throws: `FileError` if it cannot be opened, is damaged, is protected by a password, is of
  ///   Excel 95 or older, or unpacks to more than a file may.
  public init(path: String, name: String? = nil) throws(FileError) {
    self.path = name ?? path
    let found = try MemberArchive.workbook(path)
    byteLimit = max(
      Limits.textBytes,
      found.bytes.count.multipliedReportingOverflow(by: Limits.textRatio).partialValue)
    if let archive = found.archive {
      content = try PackedWorkbook(archive, self.path)
    } else {
      content = try OldWorkbook(found.bytes, self.path)
    }
    guard !content.sheets.isEmpty else { throw Self.damaged(self.path, "no sheet") }
  }

  /// Writes a sheet as CSV.
  ///
  /// Moments are written as ISO 8601 has them, numbers as the shortest decimal, truth values as
  /// `TRUE` and `FALSE`, formulas as their last values; cells with errors are empty.
  ///
  /// - Parameters:
  ///   - sheet: The sheet's name; nil for the first one that is not hidden.
  ///   - take: Receives the text, some lines at a time.
  /// - Returns: The sheet's name and doubts.
  /// - Throws: `FileError` if there is no such sheet, or if it is damaged or empty, and what
  ///   `take` throws.
  public func writeCSV(
    sheet: String? = nil, _ take: ([UInt8]) throws(FileError) -> Void
  ) throws(FileError) -> SheetNotes {
    let index = try index(of: sheet)
    let name = content.sheets[index].name
    var text = SheetText()
    let counts = try content.readRows(of: index) { _, cells in text.measure(cells) }
    guard text.width > 0 else {
      throw .malformed(
        file: "\(path)#\(name)", found: "a sheet without cells", expected: "a table")
    }
    // Pieces, as each write takes a call of the system.
    var piece: [UInt8] = []
    var failure: FileError?
    let limit = byteLimit
    withoutActuallyEscaping(take) { take in
      do throws(FileError) {
        _ = try content.readRows(of: index) { (number, cells) throws(SheetFault) in
          piece += text.line(number, cells)
          guard text.byteCount <= limit else {
            throw SheetFault(found: "more than \(limit) bytes of text")
          }
          guard piece.count > 1 << 20 else { return }
          do throws(FileError) {
            try take(piece)
          } catch {
            failure = error
            throw SheetFault(found: "no room")
          }
          piece.removeAll(keepingCapacity: true)
        }
        try take(piece)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return SheetNotes(name: name, doubts: doubts(name, counts, isAsked: sheet != nil))
  }

  static func damaged(_ path: String, _ found: String) -> FileError {
    .malformed(file: path, found: found, expected: "a whole workbook")
  }

  static func protected(_ path: String) -> FileError {
    .malformed(
      file: path, found: "a workbook that a password protects", expected: "one without a password")
  }

  // MARK: - Implementation

  private func index(of name: String?) throws(FileError) -> Int {
    let sheets = content.sheets
    guard let name else { return sheets.firstIndex { !$0.isHidden } ?? 0 }
    guard let found = sheets.firstIndex(where: { $0.name == name }) else {
      throw .malformed(
        file: path, found: "no sheet \(name)",
        expected: "one of " + FileError.listed(sheets.map(\.name)))
    }
    return found
  }

  private func doubts(_ name: String, _ counts: SheetCounts, isAsked: Bool) -> [String] {
    var doubts: [String] = []
    let others = content.sheets.map(\.name).filter { $0 != name }
    if !isAsked, !others.isEmpty {
      doubts.append(
        "of the workbook only the sheet \(name) is read, not \(FileError.listed(others)); "
          + "FILE#SHEET reads another")
    }
    if let first = counts.firstError {
      doubts.append(
        counts.errorCount == 1
          ? "1 cell holds an error, such as \(first), and is empty"
          : "\(counts.errorCount) cells hold an error, such as \(first), and are empty")
    }
    if counts.mergedCount > 0 {
      doubts.append(
        counts.mergedCount == 1
          ? "1 range of cells is merged: the value is in its first cell, the others are empty"
          : "\(counts.mergedCount) ranges of cells are merged: the value is in the first cell of "
            + "each, the others are empty")
    }
    return doubts
  }
}
