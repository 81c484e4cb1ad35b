import APICore

/// The result of an award.
///
/// The guide does not describe this answer, so no single member is required; but an object with
/// none of them is not the service's. A success alone is enough.
public struct EarnPointsResponse: Codable, Equatable, Sendable {
  /// Whether it succeeded; true unless the server says otherwise.
  public let success: Bool
  /// The points awarded now: 0 for an activity already counted; nil if the server does not say.
  public let pointsEarned: Int?
  /// The runner's balance afterwards.
  public let newBalance: Int?
  /// The transaction; the earlier one for an activity already counted.
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

  /// Reads the answer; an unreadable transaction counts as none.
  ///
  /// - Throws: `DecodingError` for an object without success, points, balance and transaction.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let flag = try fields.flag(.success)
    success = flag ?? true
    pointsEarned = try fields.integer(.pointsEarned)
    newBalance = try fields.integer(.newBalance)
    transaction = decoder.optional {
      try fields.decodeIfPresent(PointTransaction.self, forKey: .transaction)
    }
    guard flag != nil || pointsEarned != nil || newBalance != nil || transaction != nil else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription:
            "found no success, pointsEarned, newBalance or transaction; expected an award's outcome"
        ))
    }
  }
}

extension EarnPointsResponse {
  /// Whether the activity was already counted, so that nothing was added now: by an earlier award,
  /// or by an earlier attempt whose answer was lost.
  public var wasCountedBefore: Bool { pointsEarned == 0 && countedPoints != 0 }

  /// The points of the activity, awarded now or before; nil if the service does not say.
  public var activityPoints: Int? { wasCountedBefore ? countedPoints : pointsEarned }

  private var countedPoints: Int { transaction?.pointsAmount ?? 0 }
}
