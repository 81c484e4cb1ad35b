import APICore

/// What became of an award.
///
/// The guide says nothing of this answer, so nothing in it is required.
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
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    success = try fields.flag(.success) ?? true
    pointsEarned = try fields.integer(.pointsEarned)
    newBalance = try fields.integer(.newBalance)
    transaction = try? fields.decodeIfPresent(PointTransaction.self, forKey: .transaction)
  }
}
