import APICore
import Foundation
import SandboxCore

/// The calls that report on a season.
extension PointsSandbox {
  /// Answers `GET /api/v1/points/seasonal/progress`.
  func progress(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let season = try request.clubSeason()
    guard season.classes != nil else {
      throw RefusedRequest(500, "For input string: \"\(season.year)\"")
    }
    return try reading { book throws(SandboxError) in
      let total = try book.teamTotal(of: season)
      let rewards = try book.rewards(of: season)
      return HTTPResponse(
        json: .object([
          ("season", .text(season.season)), ("year", settings.wire.year(season)),
          ("teamTotalPoints", .digits(String(total))),
          ("activeRosterCount", .digits(String(try book.memberCount(of: season)))),
          ("rewards", .list(rewards.map { $0.listed(settings.wire, teamTotal: total) })),
        ]))
    }
  }

  /// Answers `GET /api/v1/points/seasonal/leaderboard`, which includes every team.
  func leaderboard(_ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let season = try request.clubSeason()
    let limit = try request.number("limit").flatMap { $0 > 0 ? Int(clamping: $0) : nil }
    return try reading { book throws(SandboxError) in
      let places = try book.leaderboard(of: season, limit: limit)
      return HTTPResponse(json: .list(places.map { json($0.runner, season, $0.points) }))
    }
  }

  /// Answers `GET /api/v1/points/seasonal/{runnerId}`; 0 also for an unknown runner.
  func runnerPoints(_ id: String, _ request: HTTPRequest) throws(RefusedRequest) -> HTTPResponse {
    let season = try request.clubSeason()
    guard let runner = Int64(id) else {
      throw RefusedRequest(400, "runnerId: found \(id); expected a number")
    }
    return try reading { book throws(SandboxError) in
      HTTPResponse(json: json(runner, season, try book.points(ofRunner: runner, in: season)))
    }
  }

  private func json(_ runner: Int64, _ season: ClubSeason, _ points: Int64) -> WireJSON {
    .object([
      ("runnerId", .digits(String(runner))), ("season", .text(season.season)),
      ("year", settings.wire.year(season)), ("pointsEarned", .digits(String(points))),
    ])
  }
}
