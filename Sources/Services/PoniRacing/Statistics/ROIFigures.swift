/// The common part of ``JockeyROIData`` and ``TrainerROIData``.
public protocol ROIFigures: Sendable {
  /// The person's name.
  var name: String { get }
  /// The figures.
  var figures: ROIWindows { get }

  /// Makes the data of a person.
  init(name: String, figures: ROIWindows)
}

/// The figures behind a person's ROI data.
public struct ROIWindows: Equatable, Sendable {
  /// The last 30, 90 and 365 days; empty if only ``winPercentage`` is known.
  public let windows: [WindowStatistics]
  /// Wins per hundred starts: of the last year, or from the service's counts.
  public let winPercentage: Double
  /// The number of starts behind ``winPercentage``.
  public let sampleSize: Int
  /// The last finishes, newest last.
  public let recentForm: [String]
  /// Whether the figures are the service's own counts, without stored results.
  public let isEstimated: Bool

  /// Takes figures computed from stored results.
  public init(_ person: PersonStatistics) {
    let year = person[days: 365]
    windows = person.windows
    // Scale the report's quotient; dividing again could round differently.
    winPercentage = Double(year?.winRate?.micros ?? 0) / 10_000
    sampleSize = year?.runs ?? 0
    recentForm = person.recentForm
    isEstimated = false
  }

  /// Takes counts without prices.
  public init(winPercentage: Double, sampleSize: Int, recentForm: [String]) {
    windows = []
    self.winPercentage = winPercentage
    self.sampleSize = sampleSize
    self.recentForm = recentForm
    isEstimated = true
  }

  subscript(days days: Int) -> WindowStatistics? { windows.first { $0.days == days } }
}

extension ROIFigures {
  /// The ROI of the last 30 days; `-infinity` if there is none.
  public var roi30Days: Double { number(days: 30) }
  /// The ROI of the last 90 days; `-infinity` if there is none.
  public var roi90Days: Double { number(days: 90) }
  /// The ROI of the last 365 days; `-infinity` if there is none.
  public var roi1Year: Double { number(days: 365) }

  /// The ROI of the last 30 days, exactly as in the report.
  public var exactROI30Days: StatisticsDecimal? { figures[days: 30]?.roi }
  /// The ROI of the last 90 days, exactly as in the report.
  public var exactROI90Days: StatisticsDecimal? { figures[days: 90]?.roi }
  /// The ROI of the last 365 days, exactly as in the report.
  public var exactROI1Year: StatisticsDecimal? { figures[days: 365]?.roi }

  /// Whether any window has an ROI.
  public var hasROI: Bool { figures.windows.contains { $0.roi != nil } }
  /// Wins per hundred starts of the last year.
  public var winPercentage: Double { figures.winPercentage }
  /// The number of starts behind ``winPercentage``.
  public var sampleSize: Int { figures.sampleSize }
  /// The last finishes, newest last.
  public var recentForm: [String] { figures.recentForm }
  /// Whether the figures are the service's own counts instead of the engine's.
  public var isEstimated: Bool { figures.isEstimated }

  /// The share of the last year's starts that have a price; nil without starts.
  public var priceCoverage: StatisticsDecimal? {
    figures[days: 365].flatMap {
      StatisticsDecimal(Int64($0.spBets), dividedBy: Int64($0.runs))
    }
  }

  // MARK: - Implementation

  private func number(days: Int) -> Double {
    figures[days: days]?.roi?.doubleValue ?? -.infinity
  }
}
