import Columns
import Kernels
import RunnerKeys

/// One dimension's features, prepared for computing any rows.
struct EntityFeatures {
  private let dimension: Dimension
  private let request: FeatureRequest
  /// The figures of reports; nil if there are none.
  private let daily: DailyFigures?
  /// Each kind of sums, with the metrics computed from it.
  private let parts: [(metrics: [FeatureMetric], windows: WindowPieces)]

  /// Prepares features.
  ///
  /// - Parameters:
  ///   - dimension: The dimension of the record.
  ///   - request: The windows and metrics to compute.
  ///   - daily: The figures of reports; nil if there are none.
  ///   - dated: The rows' contributions to each kind of sums.
  ///   - sliding: Joins these rows with their entities; returns nil if the entities are damaged.
  init?(
    _ dimension: Dimension, _ request: FeatureRequest, _ daily: DailyFigures?,
    dated: [FeatureSums: DatedRows], _ sliding: (DatedRows) -> SlidingWindows?
  ) {
    self.dimension = dimension
    self.request = request
    self.daily = daily
    var parts: [(metrics: [FeatureMetric], windows: WindowPieces)] = []
    for (sums, rows) in dated {
      guard let sliding = sliding(rows) else { return nil }
      parts.append(
        (
          request.computedMetrics.filter { $0.sums == sums },
          WindowPieces(sliding, threads: request.threads)
        ))
    }
    self.parts = parts
  }

  /// Computes the columns of some rows, by name.
  ///
  /// - Parameters:
  ///   - range: The rows.
  ///   - races: Per month, the rows' races.
  /// - Returns: The columns.
  func columns(of range: Range<Int>, ofRaces races: [Range<Int>]) -> [String: Column] {
    var columns: [String: Column] = [:]
    for (window, figure, values) in daily?.columns(ofRaces: races) ?? [] {
      columns[FeatureTable.columnName(figure, of: dimension, over: window)] = values
    }
    for (metrics, windows) in parts {
      let computed = windows.columns(metrics.map(\.figure), of: range)
      for (index, column) in computed.enumerated() {
        let (window, metric) = index.quotientAndRemainder(dividingBy: metrics.count)
        let name = FeatureTable.columnName(
          metrics[metric].rawValue, of: dimension, over: request.windows[window])
        columns[name] = column
      }
    }
    return columns
  }
}
