import Columns

/// The runners that questions of one filter count, in the age bands of one list of windows.
struct Cohort: Sendable {
  let windows: [Window]
  let bands: AgeBands
  /// Per month, the runners that count; nil where all do.
  let masks: [Bitmap]?

  init(windows: [Window], masks: [Bitmap]?) {
    self.windows = windows
    bands = AgeBands(windows)
    self.masks = masks
  }

  /// The runners of a month that count; nil where all do.
  func mask(_ month: Int) -> Bitmap? { masks?[month] }
}
