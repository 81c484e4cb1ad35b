/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Multiple of the stakes that a return may be; above it there is no ROI.
  ///
  /// It would not fit, and no game pays it.
  static let returnMultiple: Int128 = 1_000_000_000_000
}
