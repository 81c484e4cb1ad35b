import APICore

/// What became of an award.
///
/// The guide says nothing of this answer, so no member of it is required; one of them is, for an
/// object without any is not the service's.
public struct EarnPointsResponse: Codable, Equatable, Sendable {
  /// Whether it succeeded; true where the server does not say otherwise.
  public let success: Bool
  /// The points awarded now: 0 for an activity that was counted before; nil where the server does
  /// not say.
  public let pointsEarned: Int?
  /// The runner's points to spend, afterwards.
  public let newBalance: Int?
  /// The transaction: the earlier one for an activity that was counted before.
  public let transaction: PointTransaction?

  /// Makes an answer.
  public init(
    success: Bool = true, pointsEarned: Int? = nil, newBalance: Int? = nil,
    transaction: PointTransaction? = nil
  ) {
    self.success = success
    self.pointsEarned = pointsEarned
    self.newBalance = newBalance
    self.transaction = transaction
  }

  private enum CodingKeys: String, CodingKey {
    case success, pointsEarned, newBalance, transaction
  }

  /// Reads what there is; a transaction that cannot be read counts as none.
  ///
  /// - Throws: `DecodingError` for an object that tells neither points, balance or transaction nor that
  ///   the award failed.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    success = try fields.flag(.success) ?? true
    pointsEarned = try fields.integer(.pointsEarned)
    newBalance = try fields.integer(.newBalance)
    transaction = try? fields.decodeIfPresent(PointTransaction.self, forKey: .transaction)
    guard !success || pointsEarned != nil || newBalance != nil || transaction != nil else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription:
            "found no pointsEarned, newBalance or transaction; expected what became of an award"))
    }
  }
}

extension EarnPointsResponse {
  /// Whether the activity had been counted before, so that nothing was added now: by an earlier
  /// award, or by an attempt of this one whose answer was lost.
  public var wasCountedBefore: Bool { pointsEarned == 0 && countedPoints != 0 }

  /// The points that the activity counts, now or before; nil where the service does not say.
  public var activityPoints: Int? { wasCountedBefore ? countedPoints : pointsEarned }

  private var countedPoints: Int { transaction?.pointsAmount ?? 0 }
}
