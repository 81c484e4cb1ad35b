import APICore
import Foundation

/// Points that a runner earned or spent, in the server's record.
///
/// The record has no id.
public struct PointTransaction: Codable, Equatable, Sendable {
  /// The runner's id.
  public let runnerId: Int
  /// `EARNED`, `SPENT` or `REFUND`.
  public let transactionType: String
  /// The number of points; negative if spent.
  public let pointsAmount: Int
  /// The activity that earned them, such as `TRAINING_RUN`.
  public let activityType: String?
  /// The feature that they were spent on, such as `SEND_GIF`.
  public let featureType: String?
  /// The activity's UUID.
  public let activityUuid: String?
  /// The text for people.
  public let description: String?
  /// The runner's balance afterwards.
  public let balanceAfter: Int?
  /// `xc` or `track`; the server keeps no year.
  public let season: String?
  /// Whether spent points were refunded; the service writes `isRefunded` or `refunded`.
  public let isRefunded: Bool?
  /// The time of the refund.
  public let refundedAt: Date?
  /// The transaction that a refund reverses.
  public let relatedTransactionId: Int64?
  /// The time of the transaction.
  public let createdAt: Date?

  private enum CodingKeys: String, CodingKey {
    case runnerId, transactionType, pointsAmount, activityType, featureType, activityUuid
    case description, balanceAfter, season, isRefunded, refunded, refundedAt
    case relatedTransactionId, createdAt
  }

  /// Reads either spelling; texts and numbers are interchangeable.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    runnerId = try fields.requiredInteger(.runnerId)
    transactionType = try fields.requiredText(.transactionType)
    pointsAmount = try fields.requiredInteger(.pointsAmount)
    activityType = try fields.text(.activityType)
    featureType = try fields.text(.featureType)
    activityUuid = try fields.text(.activityUuid)
    description = try fields.text(.description)
    balanceAfter = try fields.integer(.balanceAfter)
    season = try fields.text(.season)
    isRefunded = try fields.flag(.isRefunded, .refunded)
    refundedAt = try fields.moment(.refundedAt)
    relatedTransactionId = try fields.integer(.relatedTransactionId).map(Int64.init)
    createdAt = try fields.moment(.createdAt)
  }

  /// Writes the server's names; nil members are left out.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(runnerId, forKey: .runnerId)
    try fields.encode(transactionType, forKey: .transactionType)
    try fields.encode(pointsAmount, forKey: .pointsAmount)
    try fields.encodeIfPresent(activityType, forKey: .activityType)
    try fields.encodeIfPresent(featureType, forKey: .featureType)
    try fields.encodeIfPresent(activityUuid, forKey: .activityUuid)
    try fields.encodeIfPresent(description, forKey: .description)
    try fields.encodeIfPresent(balanceAfter, forKey: .balanceAfter)
    try fields.encodeIfPresent(season, forKey: .season)
    try fields.encodeIfPresent(isRefunded, forKey: .isRefunded)
    try fields.encodeIfPresent(refundedAt?.wireText, forKey: .refundedAt)
    try fields.encodeIfPresent(relatedTransactionId, forKey: .relatedTransactionId)
    try fields.encodeIfPresent(createdAt?.wireText, forKey: .createdAt)
  }
}
