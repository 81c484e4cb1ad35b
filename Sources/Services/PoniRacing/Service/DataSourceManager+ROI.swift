import Columns

extension DataSourceManager {
  /// Computes each jockey's ROI over 30, 90 and 365 days from stored results.
  ///
  /// - Throws: ``APIError``; `noData` if there is no statistics source, or it has no results. The
  ///   service has no past prices, so nothing is estimated from it.
  public func fetchJockeyROIData() async throws(APIError) -> [JockeyROIData] {
    try await roiData(of: .jockey, asOf: nil)
  }

  /// Computes the jockeys' ROI from races before a day.
  public func fetchJockeyROIData(asOf: Day?) async throws(APIError) -> [JockeyROIData] {
    try await roiData(of: .jockey, asOf: asOf)
  }

  /// Computes each trainer's ROI over 30, 90 and 365 days from stored results.
  ///
  /// - Throws: ``APIError``, as for jockeys.
  public func fetchTrainerROIData() async throws(APIError) -> [TrainerROIData] {
    try await roiData(of: .trainer, asOf: nil)
  }

  /// Computes the trainers' ROI from races before a day.
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
