import TabularFiles

/// A fault of a part of a workbook.
struct SheetFault: Error, Equatable {
  let found: String

  /// The fault of a workbook whose parts are encrypted.
  static let protected = SheetFault(found: "a password")
}

/// A cell with a text, and its column from 0.
struct SheetCell: Equatable {
  let column: Int
  let text: String
}

/// Receives a row with texts: its number from 1, and the cells that have one.
typealias RowTaker = (Int, [SheetCell]) throws(SheetFault) -> Void

/// The things of a sheet that are no texts.
struct SheetCounts {
  /// Cells with an error such as `#N/A`, and the first one's text and place.
  private(set) var errorCount = 0
  private(set) var firstError: String?
  /// Ranges of cells that are merged.
  var mergedCount = 0

  /// Counts an error.
  mutating func note(error: String, row: Int, column: Int) {
    errorCount += 1
    firstError = firstError ?? "\(error) in \(Self.name(column))\(row)"
  }

  /// Returns the letters of a column.
  private static func name(_ column: Int) -> String {
    var letters = ""
    var rest = column + 1
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }
}

/// The content of a workbook's file.
protocol WorkbookContent {
  /// The sheets' names, and whether they are hidden.
  var sheets: [(name: String, isHidden: Bool)] { get }

  /// Reads the rows of a sheet, in their order.
  func readRows(of sheet: Int, _ take: @escaping RowTaker) throws(FileError) -> SheetCounts
}
