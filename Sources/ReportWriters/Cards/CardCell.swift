import Racing
import RacingReports

/// One cell of a card's row.
enum CardCell {
  /// The source says nothing.
  case empty
  /// A text from outside, guarded against spreadsheets in CSV.
  case name(String)
  /// A text of our own: a day, a time, a line of form.
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
  static func flag(_ flag: Bool?) -> CardCell { flag.map { .flag($0) } ?? .empty }
}
