import APICore
import Foundation
import SeasonalRewards
import Seasons

/// A request that a fetch of points may send.
enum PointsRequest: FeedRequest {
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
  var stage: String {
    switch self {
    case .roster: "roster"
    case .transactions: "transactions"
    case .progress: "progress"
    case .rewards: "rewards"
    case .leaderboard: "runner_points"
    }
  }

  /// Each table has one.
  var journal: String? { stage }

  /// Whether its answer is a team's progress; else it is a list.
  var wantsObject: Bool { if case .progress = self { true } else { false } }

  /// All but the roster.
  var mayBeAbsent: Bool { self != .roster }

  /// The roster: transactions are asked for by runner.
  var tellsOfOthers: Bool { self == .roster }

  /// Of what should be a progress, that it is one.
  func findings(in body: Data, _ entry: JournalEntry) -> BodyFindings {
    BodyFindings(mistake: wantsObject && entry.counts.isEmpty ? AnswerLine.malformed : nil)
  }

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
}
