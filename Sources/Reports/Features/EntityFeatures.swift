import Columns
import Kernels
import RunnerKeys

/// One dimension's features, prepared for computing any rows.
struct EntityFeatures {
  private let dimension: Dimension
  private let request: FeatureRequest
  /// Each kind of sums, with the metrics computed from it.
  private let parts: [(metrics: [FeatureMetric], windows: WindowPieces)]

  /// Prepares features.
  ///
  /// - Parameters:
  ///   - dimension: The dimension of the record.
  ///   - request: The windows and metrics to compute.
  ///   - dated: The rows' contributions to each kind of sums.
  ///   - sliding: Joins these rows with their entities; returns nil if the entities are damaged.
  init?(
    _ dimension: Dimension, _ request: FeatureRequest, dated: [FeatureSums: DatedRows],
    _ sliding: (DatedRows) -> SlidingWindows?
  ) {
    self.dimension = dimension
    self.request = request
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
  func columns(of range: Range<Int>) -> [String: Column] {
    var columns: [String: Column] = [:]
    for (metrics, windows) in parts {
      let computed = windows.columns(metrics.map(\.figure), of: range)
      for (index, column) in computed.enumerated() {
        let (window, metric) = index.quotientAndRemainder(dividingBy: metrics.count)
        let name = FeatureTable.columnName(
          metrics[metric], of: dimension, over: request.windows[window])
        columns[name] = column
      }
    }
    return columns
  }
}
