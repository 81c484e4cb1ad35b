extension RunSequence {
  /// The specification: every figure from the whole array, by its definition.
  package struct Reference {
    package var longestLosingRun = 0
    package var currentLosingRun = 0
    package var leadingLosingRun = 0
    package var totalProfit: Int64 = 0
    package var maxDrawdown: Int64 = 0
    package var pricedCount = 0
    package var recentForm: String
    package var lastDay: Int32?

    package init(_ runs: [Run]) {
      let results = runs.map(\.won)
      longestLosingRun = results.split(separator: true).map(\.count).max() ?? 0
      currentLosingRun = results.reversed().prefix { !$0 }.count
      leadingLosingRun = results.prefix { !$0 }.count
      var peak: Int64 = 0
      for profit in runs.compactMap(\.profit) {
        pricedCount += 1
        totalProfit += profit
        peak = max(peak, totalProfit)
        maxDrawdown = max(maxDrawdown, peak - totalProfit)
      }
      recentForm = String(decoding: runs.suffix(formLength).map(\.form), as: UTF8.self)
      lastDay = runs.last?.day
    }
  }
}
