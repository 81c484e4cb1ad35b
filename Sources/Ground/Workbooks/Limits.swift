/// Bounds on input; `docs/reliability.md` lists them.
enum Limits {
  /// Rows of a sheet of `.xlsx`; one with more is refused.
  static let rows = 1_048_576
  /// Columns of a sheet of `.xlsx`; one with more is refused.
  static let columns = 16_384
  /// Bytes of a sheet as CSV that are always allowed; more are refused beyond `textRatio`: a single
  /// cell can make a row of all columns.
  static let textBytes = 256 << 20
  /// Bytes of a sheet as CSV per byte of the workbook beyond those; more are refused.
  static let textRatio = 200
}
