import Columns

/// The runners that questions of one filter count, in the age bands of one list of windows.
struct Cohort: Sendable {
  let bands: AgeBands
  /// Per month, the runners that count; nil where all do.
  let masks: [Bitmap]?
  /// What is kept of them from one report to the next goes by this.
  let kept: KeptCohort

  init(_ scope: ReportScope, masks: [Bitmap]?) {
    bands = AgeBands(scope.windows)
    self.masks = masks
    kept = KeptCohort(scope)
  }

  /// The runners of a month that count; nil where all do.
  func mask(_ month: Int) -> Bitmap? { masks?[month] }
}
