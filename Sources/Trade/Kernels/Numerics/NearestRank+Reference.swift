extension NearestRank {
  /// Specifies ``percentiles(_:of:)``: the smallest value that at least p % of the values do not
  /// exceed.
  package static func referencePercentiles(_ percents: [Int], of values: [Int64]) -> [Int64]? {
    guard !values.isEmpty else { return nil }
    return percents.map { percent in
      var smallest = Int64.max
      for value in values where value < smallest {
        let count = values.count { $0 <= value }
        if count * 100 >= percent * values.count { smallest = value }
      }
      return smallest
    }
  }
}
