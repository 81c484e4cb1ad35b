import APICore
import Foundation
import SandboxCore

/// The calls by which coaches manage a season's rewards.
extension PointsSandbox {
  /// Answers `GET /api/v1/points/seasonal/rewards`.
  func listRewards(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let season = try request.clubSeason()
    return try reading { book throws(SandboxError) in
      let rewards = try book.rewards(of: season)
      return HTTPResponse(json: .list(rewards.map { $0.listed(settings.wire, teamTotal: nil) }))
    }
  }

  /// Answers `POST /api/v1/points/seasonal/rewards`.
  ///
  /// The live service also requires a `rewardName`, which the guide's request lacks; here the
  /// description replaces it.
  func createReward(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let body = try RequestBody(request)
    let season = ClubSeason(season: try body.text("season"), year: try body.text("year"))
    let description = try body.text("description")
    let threshold = try body.required("pointThreshold")
    let order = try body.required("displayOrder")
    return try writing { book throws(SandboxError) in
      let now = try self.now(book)
      let reward = ClubReward(
        season: season, name: body["rewardName"] ?? description, description: description,
        threshold: threshold, displayOrder: order, createdBy: body["createdBy"], createdAt: now,
        updatedAt: now)
      guard try !book.hasConflict(reward) else { return ServiceAnswers.empty(400) }
      return HTTPResponse(json: try book.add(reward).entity(settings.wire))
    }
  }

  /// Answers `PUT` and `DELETE /api/v1/points/seasonal/rewards/{id}`.
  func changeReward(_ id: String, _ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    guard let id = Int64(id) else {
      throw RefusedRequest(400, "id: found \(id); expected a number")
    }
    switch request.method {
    case .put: return try update(id, try RequestBody(request))
    case .delete: return try delete(id)
    default: return ServiceAnswers.failure(405, "Request method not supported", path: request.path)
    }
  }

  // MARK: - Implementation

  private func update(_ id: Int64, _ body: RequestBody) throws(RefusedRequest) -> HTTPResponse {
    let threshold = try body.number("pointThreshold")
    let order = try body.number("displayOrder")
    return try writing { book throws(SandboxError) in
      guard var reward = try book.reward(id) else { return ServiceAnswers.empty(404) }
      reward.name = body["rewardName"] ?? reward.name
      reward.description = body["description"] ?? reward.description
      reward.threshold = threshold ?? reward.threshold
      reward.displayOrder = order ?? reward.displayOrder
      guard try !book.hasConflict(reward) else { return ServiceAnswers.empty(400) }
      reward.updatedAt = try now(book)
      try book.change(reward)
      return HTTPResponse(json: reward.entity(settings.wire))
    }
  }

  private func delete(_ id: Int64) throws(RefusedRequest) -> HTTPResponse {
    try writing { book throws(SandboxError) in
      guard try book.reward(id) != nil else { return ServiceAnswers.empty(404) }
      try book.removeReward(id)
      return ServiceAnswers.empty(200)
    }
  }
}
