import Columns

extension DataSourceManager {
  /// Each jockey's ROI over 30, 90 and 365 days, computed from stored results.
  ///
  /// - Throws: ``APIError``; `noData` where nobody answers from stored results, or there are none:
  ///   the service knows no prices of the past, so nothing is estimated from it.
  public func fetchJockeyROIData() async throws(APIError) -> [JockeyROIData] {
    try await roiData(of: .jockey, asOf: nil)
  }

  /// The same, from races before a day.
  public func fetchJockeyROIData(asOf: Day?) async throws(APIError) -> [JockeyROIData] {
    try await roiData(of: .jockey, asOf: asOf)
  }

  /// Each trainer's ROI over 30, 90 and 365 days, computed from stored results.
  ///
  /// - Throws: ``APIError``, as for jockeys.
  public func fetchTrainerROIData() async throws(APIError) -> [TrainerROIData] {
    try await roiData(of: .trainer, asOf: nil)
  }

  /// The same, from races before a day.
  public func fetchTrainerROIData(asOf: Day?) async throws(APIError) -> [TrainerROIData] {
    try await roiData(of: .trainer, asOf: asOf)
  }

  // MARK: - Implementation

  private func roiData<Data: ROIFigures>(
    of role: StatisticsRole, asOf: Day?
  ) async throws(APIError) -> [Data] {
    let statistics = statistics
    return try await tracked { () async throws(APIError) in
      guard let statistics else { throw .noData }
      let people: [PersonStatistics]
      do {
        people = try await statistics.statistics(for: role, asOf: asOf)
      } catch {
        throw .networkError("stored results: \(error)")
      }
      guard !people.isEmpty else { throw .noData }
      return people.map { Data(name: $0.name, figures: ROIWindows($0)) }
    }
  }
}
