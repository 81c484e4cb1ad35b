import APICore
import Foundation
import SeasonalRewards
import Seasons

/// A request that a fetch of points may send.
enum PointsRequest: Hashable, AskedRequest {
  /// All runners of the club.
  case roster
  /// All transactions of a runner.
  case transactions(String)
  /// How a team stands in a season.
  case progress(SeasonYear)
  /// The rewards of a season.
  case rewards(SeasonYear)
  /// Everyone's points in a season.
  case leaderboard(SeasonYear)

  /// What is sent.
  var call: APICall {
    switch self {
    case .roster: SeasonalAPI.runnersCall()
    case .transactions(let runner):
      APICall(
        endpoint: SeasonalAPI.pointsPath + "/transactions",
        query: [
          URLQueryItem(name: "runnerId", value: runner), URLQueryItem(name: "limit", value: "0"),
        ])
    case .progress(let season):
      SeasonalAPI.progressCall(season: season.season.rawValue, year: String(season.year))
    case .rewards(let season):
      SeasonalAPI.rewardsCall(season: season.season.rawValue, year: String(season.year))
    case .leaderboard(let season):
      SeasonalAPI.leaderboardCall(season: season.season.rawValue, year: String(season.year))
    }
  }

  /// The table that its answers go to.
  var table: PointsTable {
    switch self {
    case .roster: .roster
    case .transactions: .transactions
    case .progress: .progress
    case .rewards: .rewards
    case .leaderboard: .runnerPoints
    }
  }

  /// Path and query.
  var text: String {
    let items = call.query.map { "\($0.name)=\($0.value ?? "")" }
    return call.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// Whether its answer is a team's progress; else it is a list.
  var wantsObject: Bool { if case .progress = self { true } else { false } }

  /// Never: a team's progress is an object even where nobody has a point.
  var takesEmptyListForNone: Bool { false }

  /// Never.
  var listsRaces: Bool { false }

  /// Whether an answer that could be read is a progress, where one was asked for.
  func accepts(_ entry: JournalEntry) -> Bool { !wantsObject || !entry.counts.isEmpty }

  /// Of a progress: how many rewards it lists, and how many of them are achieved.
  func counts(in body: Data) -> [BodyCount] {
    guard wantsObject,
      let progress = try? JSONDecoder().decode(SeasonalProgressResponse.self, from: body)
    else { return [] }
    return [
      BodyCount(name: "rewards_total", value: progress.rewards.count),
      BodyCount(
        name: "rewards_achieved", value: progress.rewards.count { $0.isAchieved }),
    ]
  }

  /// The endpoint's template of a request's text.
  static func endpoint(of text: String) -> String { String(text.prefix { $0 != "?" }) }
}
