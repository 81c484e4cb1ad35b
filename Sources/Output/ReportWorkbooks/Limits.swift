/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Rows of a sheet, its head included; a longer report is refused.
  static let sheetRows = 1_048_576
  /// Columns of a sheet; a wider report is refused.
  static let sheetColumns = 16_384
  /// UTF-16 units of a cell; a longer text is cut, a longer link refused.
  static let cellUnits = 32_767
  /// UTF-16 units of a sheet's name; a longer one is cut.
  static let sheetNameUnits = 31
}
