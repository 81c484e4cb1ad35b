import CXLSX
import Columns
import SystemFiles
import TabularFiles

/// An unfinished workbook file: sheets are written row by row, from left to right.
final class WorkbookFile {
  /// The appearance of a cell besides its number format.
  struct Look: OptionSet {
    let rawValue: Int32
    static let bold = Look(rawValue: Int32(RB_BOLD.rawValue))
    static let right = Look(rawValue: Int32(RB_RIGHT.rawValue))
    static let wrapped = Look(rawValue: Int32(RB_WRAPPED.rawValue))
  }

  /// A format of cells.
  struct Format {
    fileprivate let pointer: OpaquePointer
  }

  /// The version of libxlsxwriter.
  static var libraryVersion: String { String(cString: rb_xlsx_version()) }

  private let path: String
  private var book: OpaquePointer?

  /// Begins a workbook.
  ///
  /// - Parameters:
  ///   - draft: The file to write; temporary files are in its folder.
  ///   - path: The file's name in messages.
  ///   - day: The day that the workbook gives as its creation date.
  ///   - isLarge: Whether it may take more than 4 GiB.
  /// - Throws: ``FileError`` `.cannotWrite`.
  init(_ draft: String, as path: String, of day: Day, isLarge: Bool) throws(FileError) {
    self.path = path
    // The property has four digits for the year.
    let number = min(
      max(day.number, Day(iso: "1000-01-01")!.number), Day(iso: "9999-12-31")!.number)
    let seconds = Int64(number) * 86_400
    try Self.check(
      rb_book_begin(draft, FileSystem.folder(of: draft), seconds, isLarge, &book), path)
  }

  deinit {
    if let book { rb_book_abandon(book) }
  }

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - digits: Excel's code of a number format, such as `0.00`.
  ///   - look: The further appearance of the cells.
  /// - Returns: The format.
  /// - Throws: ``FileError`` `.cannotWrite`.
  func format(_ digits: String, _ look: Look = []) throws(FileError) -> Format {
    var format: OpaquePointer?
    try Self.check(rb_book_format(book, digits, look.rawValue, &format), path)
    return Format(pointer: format!)
  }

  /// Adds a sheet.
  ///
  /// - Parameter name: A name of ``SheetNames``.
  /// - Returns: The sheet.
  /// - Throws: ``FileError`` `.cannotWrite`.
  func sheet(_ name: String) throws(FileError) -> Sheet {
    var sheet: OpaquePointer?
    try Self.check(rb_book_sheet(book, name, &sheet), path)
    return Sheet(path: path, name: name, pointer: sheet!)
  }

  /// Writes the file and checks that it is complete.
  ///
  /// - Throws: ``FileError`` `.cannotWrite`.
  func close() throws(FileError) {
    let ending = book
    book = nil
    try Self.check(rb_book_end(ending), path)
  }

  // MARK: - Implementation

  fileprivate static func check(_ code: Int32, _ path: String) throws(FileError) {
    guard code != 0 else { return }
    let reason =
      code == RB_BOOK_CUT
      ? "a part of it was lost, as happens on a full disk"
      : SystemError(path: path, code: code).reason
    throw .cannotWrite(file: path, reason: reason)
  }

  /// A sheet, whose rows are written one after another; it lives as long as its workbook.
  struct Sheet {
    fileprivate let path: String
    let name: String
    fileprivate let pointer: OpaquePointer

    /// Sets a column's width, in characters.
    func setWidth(_ characters: Int, ofColumn column: Int) {
      rb_sheet_width(pointer, UInt16(column), Double(characters))
    }

    /// Freezes the first row and puts filters on it.
    func setHead(lastRow: Int, lastColumn: Int) {
      rb_sheet_head(pointer, UInt32(lastRow), UInt16(lastColumn))
    }

    /// Writes text, which Excel shows as it is.
    ///
    /// - Throws: ``FileError`` `.malformed` for a text longer than a cell takes.
    func write(_ text: String, _ format: Format, row: Int, column: Int) throws(FileError) {
      let encoded = ExcelText.encoded(text)
      // A character takes at least one byte, so most texts need no count.
      guard
        encoded.utf8.count <= Limits.cellUnits || encoded.utf16.count <= Limits.cellUnits
      else {
        throw .malformed(
          file: path,
          found: "a text of \(TextCount.grouped(encoded.utf16.count)) characters in row "
            + "\(TextCount.grouped(row + 1)) of the sheet \(name)",
          expected: "at most \(TextCount.grouped(Limits.cellUnits)), as a cell takes")
      }
      rb_sheet_text(pointer, UInt32(row), UInt16(column), encoded, format.pointer)
    }

    /// Writes a number.
    func write(_ number: Double, _ format: Format, row: Int, column: Int) {
      rb_sheet_number(pointer, UInt32(row), UInt16(column), number, format.pointer)
    }

    /// Checks that the disk has taken all rows so far.
    ///
    /// - Throws: ``FileError`` `.cannotWrite`.
    func flush() throws(FileError) {
      try WorkbookFile.check(rb_sheet_flush(pointer), path)
    }
  }
}
