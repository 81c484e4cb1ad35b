import Columns

/// The rows of a sheet, from its part.
final class SheetRows: XMLHandler {
  /// The texts and formats that all sheets of a workbook share.
  struct Shared {
    var texts: SharedTexts
    var formats: [MomentFormat?]
    var isOf1904: Bool
  }

  /// The errors and merged ranges so far.
  private(set) var counts = SheetCounts()

  private let shared: Shared
  private let take: RowTaker
  private var row = 0
  private var cells: [SheetCell] = []
  private var column = -1
  private var kind = "n"
  private var style = 0
  private var value: [UInt8] = []
  private var isInValue = false
  private var isInPhonetic = false

  /// Begins a sheet.
  ///
  /// - Parameters:
  ///   - shared: The texts and styles that its cells refer to.
  ///   - take: Receives each row with texts.
  init(_ shared: Shared, take: @escaping RowTaker) {
    self.shared = shared
    self.take = take
  }

  override func start(_ name: String, _ attributes: XMLAttributes) {
    switch name {
    case "row":
      let last = row
      row = attributes["r"].flatMap { Int($0) } ?? last + 1
      if row <= last || row > Limits.rows { failure = SheetFault(found: "a row number \(row)") }
      column = -1
    case "c": startCell(attributes)
    case "v": isInValue = true
    case "t": isInValue = kind == "inlineStr" && !isInPhonetic
    case "rPh": isInPhonetic = true
    case "mergeCell": counts.mergedCount += 1
    default: break
    }
  }

  override func end(_ name: String) {
    switch name {
    case "v", "t": isInValue = false
    case "rPh": isInPhonetic = false
    case "c": endCell()
    case "row":
      guard !cells.isEmpty, failure == nil else { return }
      do throws(SheetFault) { try take(row, cells) } catch { failure = error }
      cells.removeAll(keepingCapacity: true)
    default: break
    }
  }

  // Safety: the bytes are copied during the call that lends them.
  override func text(_ some: UnsafeBufferPointer<UInt8>) {
    if isInValue { value.append(contentsOf: some) }
  }

  // MARK: - Implementation

  private func startCell(_ attributes: XMLAttributes) {
    let last = column
    column = attributes["r"].flatMap(Self.column) ?? last + 1
    if column <= last || column >= Limits.columns {
      failure = SheetFault(found: "a cell out of its order in row \(row)")
    }
    kind = attributes["t"] ?? "n"
    style = attributes["s"].flatMap { Int($0) } ?? 0
    value.removeAll(keepingCapacity: true)
  }

  private func endCell() {
    guard !value.isEmpty else { return }
    let value = String(decoding: value, as: UTF8.self)
    if let text = text(of: value), !text.isEmpty {
      cells.append(SheetCell(column: column, text: text))
    }
  }

  /// Returns a cell's text; nil for an error.
  private func text(of value: String) -> String? {
    switch kind {
    case "s":
      guard let index = Int(value), let text = shared.texts[index] else {
        failure = SheetFault(found: "a cell with the text \(value), which the workbook lacks")
        return nil
      }
      return text
    case "b": return value == "1" || value == "true" ? "TRUE" : "FALSE"
    case "e":
      counts.note(error: value, row: row, column: column)
      return nil
    case "n":
      guard let number = Double(value), number.isFinite else { return value }
      let format = shared.formats.indices.contains(style) ? shared.formats[style] : nil
      let moment = format.flatMap { CellMoment.text(number, $0, isOf1904: shared.isOf1904) }
      return moment ?? CellNumber.text(number)
    default: return value
    }
  }

  /// Returns the column of a cell's name, such as 27 for `AB7`; nil for no name.
  private static func column(_ name: String) -> Int? {
    var column = 0
    for letter in name.utf8 {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { break }
      column = column * 26 + Int(letter - UInt8(ascii: "A")) + 1
      guard column <= Limits.columns else { return Limits.columns }
    }
    return column > 0 ? column - 1 : nil
  }
}
