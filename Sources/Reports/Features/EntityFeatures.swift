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
          request.metrics.filter { $0.sums == sums },
          WindowPieces(sliding, threads: request.threads)
        ))
    }
    self.parts = parts
  }

  /// Computes the columns of some rows, window by window in the order of the metrics.
  func columns(of range: Range<Int>) -> [(name: String, column: Column)] {
    var columns: [String: Column] = [:]
    for (metrics, windows) in parts {
      let computed = windows.columns(metrics.map(\.figure), of: range)
      for (index, column) in computed.enumerated() {
        let (window, metric) = index.quotientAndRemainder(dividingBy: metrics.count)
        columns[name(metrics[metric], request.windows[window])] = column
      }
    }
    return request.windows.flatMap { window in
      request.metrics.map { metric in
        let name = name(metric, window)
        return (name, columns[name]!)
      }
    }
  }

  private func name(_ metric: FeatureMetric, _ window: Window) -> String {
    FeatureTable.columnName(metric, of: dimension, over: window)
  }
}
