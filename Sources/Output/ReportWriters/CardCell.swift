import Columns
import Racing
import TabularFiles

/// One cell of a row in a file.
public enum CardCell {
  /// No value from the source.
  case empty
  /// A text from outside, guarded against spreadsheets in CSV.
  case name(String)
  /// A text of the engine: a day, a time, a line of form.
  case text(String)
  /// A number's digits.
  case number(String)
  /// A flag.
  case flag(Bool)
  /// A cell of a report.
  case figure(ReportCell)

  static func name(_ text: String?) -> CardCell { text.map { .name($0) } ?? .empty }
  static func text(_ text: String?) -> CardCell { text.map { .text($0) } ?? .empty }
  static func number(_ number: Int?) -> CardCell { number.map { .number("\($0)") } ?? .empty }
  static func number(_ number: Decimal6?) -> CardCell {
    number.map { .number($0.description) } ?? .empty
  }
  static func price(_ odds: Odds?) -> CardCell { odds.map { .number($0.description) } ?? .empty }
  static func flag(_ flag: Bool?) -> CardCell { flag.map { .flag($0) } ?? .empty }
  /// An amount or odds of 10⁻⁶ with all six decimals.
  static func micros(_ micros: Int64?) -> CardCell { .figure(.decimal(micros, places: 6)) }
  /// A rate with six decimals.
  static func rate(_ ratio: Ratio?) -> CardCell { .figure(.rate(ratio)) }
  /// A moment in UTC.
  static func instant(_ micros: Int64?) -> CardCell { .text(micros.map(OffTimeText.iso)) }
}

extension CardCell {
  /// Appends the cell as CSV; nothing if it is empty.
  func appendCSV(to bytes: inout [UInt8]) {
    switch self {
    case .empty: break
    case .name(let name): CSVCell.append(SpreadsheetGuard.guarded(name), to: &bytes)
    case .text(let text): CSVCell.append(text, to: &bytes)
    case .number(let digits): bytes += Array(digits.utf8)
    case .flag(let flag): bytes += Array("\(flag)".utf8)
    case .figure(let figure): figure.append(to: &bytes)
    }
  }

  /// The cell as JSON, with the CSV's digits.
  var json: String {
    switch self {
    case .empty, .figure(.empty): "null"
    case .name(let text), .text(let text), .figure(.text(let text)): JSONText.string(text)
    case .number(let digits): digits
    case .flag(let flag): "\(flag)"
    case .figure(let figure): figure.text!
    }
  }
}
