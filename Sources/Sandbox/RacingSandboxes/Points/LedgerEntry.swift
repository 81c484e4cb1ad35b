import SandboxCore

/// A transaction of the ledger; all are earned, since the sandbox has nothing to spend points on.
struct LedgerEntry: Equatable, Sendable {
  let runnerID: Int64
  let activityType: String
  let activityUUID: String?
  let description: String
  let points: Int64
  let balanceAfter: Int64
  let season: String?
  /// Only in the sandbox's truth: the service omits it.
  let year: String?
  /// µs since 1970 UTC, whole milliseconds.
  let createdAt: Int64
}

extension LedgerEntry {
  /// Returns the transaction in the service's form, which omits its id and its year.
  func json(_ wire: WireForm) -> WireJSON {
    .object([
      ("runnerId", .digits(String(runnerID))), ("transactionType", .text("EARNED")),
      ("pointsAmount", .digits(String(points))), ("activityType", .text(activityType)),
      ("featureType", .null), ("activityUuid", activityUUID.map { .text($0) } ?? .null),
      ("description", .text(description)), ("balanceAfter", .digits(String(balanceAfter))),
      ("season", season.map { .text($0) } ?? .null), (wire.flag("refunded"), .boolean(false)),
      ("refundedAt", .null), ("relatedTransactionId", .null),
      ("createdAt", wire.instant(createdAt)),
    ])
  }
}
