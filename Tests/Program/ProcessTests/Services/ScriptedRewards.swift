import FeedContract
import Foundation
import TestSupport

/// The rewards service on loopback with fixed answers, and `railbird seasonal` against it.
final class ScriptedRewards {
  let server: ScriptedServer

  /// Serves one body for every request.
  convenience init(_ body: String, status: Int = 200) throws {
    try self.init { _ in .json(body, status: status) }
  }

  init(
    _ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer = ScriptedRewards.answer
  ) throws {
    server = try ScriptedServer(answer: answer)
  }

  /// Method, target and body of the requests, in order.
  var asked: [String] {
    server.requests.map { request in
      let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
      return "\(request.method) \(request.target)\(body)"
    }
  }

  /// Runs a command in New York.
  func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try RailbirdProcess.run(
      ["seasonal"] + arguments
        + [
          "--base-url", server.url.absoluteString, "--zone", "America/New_York",
          "--attempts", "1",
        ],
      environment: environment)
  }

  @Sendable
  private static func answer(_ request: ScriptedRequest) -> ScriptedAnswer {
    let seasonal = "/api/v1/points/seasonal"
    switch (request.method, String(request.target.prefix { $0 != "?" })) {
    case ("GET", seasonal + "/progress"): return .json(progress)
    case ("GET", seasonal + "/rewards"): return .json(rewards)
    case ("GET", seasonal + "/leaderboard"): return .json(leaderboard)
    case ("GET", seasonal + "/123"):
      return .json(#"{"runnerId": 123, "season": "xc", "year": 2024, "pointsEarned": 285}"#)
    case ("GET", "/xc/allRunners/"): return .json(runners)
    case ("POST", seasonal + "/rewards"), ("PUT", seasonal + "/rewards/2"): return .json(reward)
    case ("DELETE", seasonal + "/rewards/2"): return .whole([])
    case ("POST", "/api/v1/points/earn"):
      return .json(#"{"success": true, "pointsEarned": 10, "newBalance": 295}"#)
    default: return .json("", status: 404)
    }
  }

  private static let pizza = #"""
    "id": 1, "season": "xc", "year": 2024, "description": "Team Pizza Party",
    "pointThreshold": 5000, "displayOrder": 1, "achieved": true,
    "achievedDate": "2024-10-15T02:30:00.000+0000"
    """#
  private static let trip = #"""
    "id": 3, "season": "xc", "year": 2024, "description": "Team Trip to Indoor Track Meet",
    "pointThreshold": 20000, "displayOrder": 3, "achieved": false, "achievedDate": null
    """#
  private static let rewards = "[{\(pizza)},{\(trip)}]"
  private static let progress = #"""
    {"season": "xc", "year": 2024, "teamTotalPoints": 12500, "activeRosterCount": 45,
     "rewards": [{\#(pizza), "progressPercentage": 100.0}, {\#(trip), "progressPercentage": 62.5}]}
    """#
  private static let reward = #"""
    {"id": 2, "season": "xc", "year": "2024", "description": "Team Hoodies",
     "pointThreshold": 10000, "displayOrder": 2, "achieved": false,
     "createdAt": "2024-09-01T10:00:00.000+0000", "updatedAt": "2024-09-01T10:00:00.000+0000"}
    """#
  private static let leaderboard = #"""
    [{"runnerId": 7, "season": "xc", "year": "2024", "pointsEarned": 300},
     {"runnerId": 123, "season": "xc", "year": "2024", "pointsEarned": 285}]
    """#
  private static let runners = #"""
    [{"id": 123, "name": "Ada Moss", "graduatingClass": "2026", "active": true, "team": "UA"},
     {"id": 7, "name": "Ben Quill", "graduatingClass": "2025", "active": true, "team": "NU"}]
    """#
}
