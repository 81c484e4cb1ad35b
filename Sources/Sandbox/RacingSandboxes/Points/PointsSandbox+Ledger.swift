import APICore
import Foundation
import SandboxCore

/// The calls that earn and report points.
extension PointsSandbox {
  /// The points per activity; the service reads them from its own table.
  static let earnings: [(activity: String, points: Int64)] = [
    ("TRAINING_RUN", 10), ("WORKOUT", 15), ("CROSS_TRAINING", 8), ("MEET_LOG", 20),
    ("PRE_MEET_LOG", 5), ("TEAM_TALK_COMMENT", 3), ("LIFTING", 10),
  ]
  /// The points that features cost.
  static let costs: [(feature: String, points: Int64)] = [
    ("SEND_GIF", 5), ("PIN_MESSAGE", 10), ("MESSAGE_ANIMATION", 3), ("CHANGE_CHAT_NAME", 50),
    ("CUSTOM_AVATAR", 100),
  ]
  /// The number of transactions for any limit except 0.
  static let usualTransactions = 50

  /// The answer to `GET /api/v1/points/config`.
  var config: HTTPResponse {
    let values =
      Self.earnings.map { ("EARN_" + $0.activity, $0.points) }
      + Self.costs.map { ("COST_" + $0.feature, $0.points) }
    let members = values.map { (name: $0.0, value: WireJSON.digits(String($0.1))) }
    return HTTPResponse(json: .object([("config", .object(members))]))
  }

  /// Answers `POST /api/v1/points/earn`; an activity earns points only once.
  func earn(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let body = try RequestBody(request)
    let id = try body.required("runnerId")
    let activity = try body.text("activityType")
    return try writing { book throws(SandboxError) in
      guard let runner = try book.runner(id) else {
        return ServiceAnswers.failure(500, "Runner not found: \(id)", path: request.path)
      }
      if let uuid = body["activityUuid"], let known = try book.transaction(ofActivity: uuid) {
        return earned(0, balance: runner.points, known)
      }
      let points = Self.earnings.first { $0.activity == activity }?.points ?? 0
      let entry = LedgerEntry(
        runnerID: id, activityType: activity, activityUUID: body["activityUuid"],
        description: body["description"] ?? "Earned points from \(activity)", points: points,
        balanceAfter: runner.points + points, season: body["season"], year: body["year"],
        createdAt: try now(book))
      try book.add(entry)
      if let season = entry.season, let year = entry.year {
        let season = ClubSeason(season: season, year: year)
        try book.track(points, ofRunner: id, in: season)
        try book.achieveRewards(of: season, at: entry.createdAt)
      }
      try moveClock(book)
      return earned(points, balance: entry.balanceAfter, entry)
    }
  }

  /// Answers `GET /api/v1/points/transactions`: all for a limit of 0, otherwise the latest fifty.
  func transactions(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    guard let runner = try request.number("runnerId") else {
      throw RefusedRequest(400, "Required int parameter 'runnerId' is not present")
    }
    let isWhole = try request.number("limit").map { $0 <= 0 } ?? false
    return try reading { book throws(SandboxError) in
      let entries = try book.transactions(
        ofRunner: runner, limit: isWhole ? nil : Self.usualTransactions)
      return HTTPResponse(json: .list(entries.map { $0.json(settings.wire) }))
    }
  }

  // MARK: - Implementation

  private func earned(_ points: Int64, balance: Int64, _ entry: LedgerEntry) -> HTTPResponse {
    HTTPResponse(
      json: .object([
        ("success", .boolean(true)), ("pointsEarned", .digits(String(points))),
        ("newBalance", .digits(String(balance))), ("transaction", entry.json(settings.wire)),
      ]))
  }
}
