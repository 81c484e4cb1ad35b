import Columns
import Questions
import Racing
import TabularFiles

/// A report's column on a sheet.
struct SheetColumn {
  /// The formats of a workbook's cells.
  struct Formats {
    let title: WorkbookFile.Format
    let rightTitle: WorkbookFile.Format
    let text: WorkbookFile.Format
    let number: WorkbookFile.Format
    let day: WorkbookFile.Format
    let count: WorkbookFile.Format
    let money: WorkbookFile.Format
    let wins: WorkbookFile.Format
    let ratio: WorkbookFile.Format
    let percent: WorkbookFile.Format

    init(_ book: WorkbookFile) throws(FileError) {
      title = try book.format("General", .bold)
      rightTitle = try book.format("General", [.bold, .right])
      text = try book.format("General")
      number = try book.format("General", .right)
      day = try book.format("yyyy-mm-dd")
      count = try book.format("#,##0")
      money = try book.format("#,##0.00")
      wins = try book.format("#,##0.0000")
      ratio = try book.format("0.000000")
      percent = try book.format("0.00%")
    }
  }

  private let name: String
  private let unit: ColumnUnit
  private let formats: Formats

  init(_ name: String, _ unit: ColumnUnit, _ formats: Formats) {
    self.name = name
    self.unit = unit
    self.formats = formats
  }

  /// Returns a width that fits the title, its filter's button and the cells.
  ///
  /// - Parameter textWidth: The width of the widest of some texts in the column.
  /// - Returns: The column's width, in characters.
  func width(forTexts textWidth: Int) -> Int {
    let least =
      switch unit {
      case .text: min(textWidth + 2, Self.textWidthLimit)
      case .day: 11
      default: 10
      }
    return max(least, DisplayWidth.of(name) + 4)
  }

  func writeTitle(to sheet: WorkbookFile.Sheet, column: Int) throws(FileError) {
    try sheet.write(
      name, unit == .text ? formats.title : formats.rightTitle, row: 0, column: column)
  }

  /// Writes a cell; an undefined cell stays empty.
  func write(
    _ cell: ReportCell, to sheet: WorkbookFile.Sheet, row: Int, column: Int
  ) throws(FileError) {
    switch cell {
    case .empty: break
    case .integer, .decimal: sheet.write(cell.number!, format, row: row, column: column)
    case .text(let text):
      if let number = number(of: text) {
        sheet.write(number, format, row: row, column: column)
      } else if !text.isEmpty {
        try sheet.write(text, formats.text, row: row, column: column)
      }
    }
  }

  // MARK: - Implementation

  private static let textWidthLimit = 40

  private var format: WorkbookFile.Format {
    switch unit {
    case .text: formats.text
    case .day: formats.day
    case .key: formats.number
    case .count: formats.count
    case .money: formats.money
    case .wins: formats.wins
    case .ratio: formats.ratio
    case .percent: formats.percent
    }
  }

  /// Returns the number that Excel stores for a text, such as a day or a key; nil for text that
  /// stays text.
  private func number(of text: String) -> Double? {
    switch unit {
    case .day: Day(iso: text).flatMap(Self.number)
    case .key: Self.number(ofKey: text)
    default: nil
    }
  }

  /// Returns Excel's number of a day; it takes 1900 for a leap year, so days before March 1900
  /// differ.
  private static func number(of day: Day) -> Double? {
    let number = Int(day.number) + 25_569
    return number > 60 ? Double(number) : nil
  }

  /// Returns a number that is shown with the same digits; nil for other text, such as `all`.
  private static func number(ofKey text: String) -> Double? {
    let plain = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?/)
    guard plain != nil, text.utf8.count(where: { $0 >= 0x30 }) <= 15 else { return nil }
    return Double(text)
  }
}
