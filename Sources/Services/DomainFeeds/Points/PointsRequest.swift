import APICore
import Foundation
import SeasonalRewards
import Seasons

/// A request of a fetch of points.
enum PointsRequest: FeedRequest {
  /// All runners of the club.
  case roster
  /// All transactions of a runner.
  case transactions(String)
  /// A team's progress in a season.
  case progress(SeasonYear)
  /// The rewards of a season.
  case rewards(SeasonYear)
  /// All runners' points in a season.
  case leaderboard(SeasonYear)

  /// The call to send.
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

  /// The table of its answers.
  var stage: String {
    switch self {
    case .roster: "roster"
    case .transactions: "transactions"
    case .progress: "progress"
    case .rewards: "rewards"
    case .leaderboard: "runner_points"
    }
  }

  /// The journal of the answer's table.
  var journal: String? { stage }

  /// Any answer may be absent: the guide documents only the calls for rewards and progress.
  ///
  /// The roster lists the runners whose transactions are requested; a service without one has the
  /// team's progress.
  var rules: AnswerRules {
    isProgress
      ? AnswerRules(
        form: .object, expected: "a JSON object", empty: [.null, .emptyObject], mayBeAbsent: true,
        listsOthers: true)
      : AnswerRules(
        form: .list, expected: "a JSON list", mayBeAbsent: true, listsOthers: self == .roster,
        isIndispensable: self == .roster)
  }

  /// Whether its answer is a team's progress; otherwise it is a list.
  private var isProgress: Bool { if case .progress = self { true } else { false } }

  var elementColumns: [String] { self == .roster ? PointsFetch.rosterColumns : [] }

  /// Takes a roster's ids, counts a progress's rewards and the achieved ones, and names the members
  /// with unknown values.
  func read(_ body: AnswerBody, into entry: inout JournalEntry) -> BodyFindings {
    if self == .roster {
      entry.details = (0..<body.elements.count).compactMap { body.elements[$0, 0] }
    }
    let read = try? JSONDecoder().decode(PointsBody.self, from: body.data)
    if isProgress {
      guard let progress = read?.progress else {
        return BodyFindings(mistake: AnswerLine.malformed)
      }
      entry.counts = [
        BodyCount(name: "rewards_total", value: progress.rewards.count),
        BodyCount(name: "rewards_achieved", value: progress.rewards.count { $0.isAchieved }),
      ]
    }
    guard let read else {
      // The import's parser takes some texts that this one refuses.
      return BodyFindings(mistake: body.isJSON ? nil : AnswerLine.malformed)
    }
    let oddities = read.json.map { ClubMembers(of: self).oddities(in: $0) } ?? []
    return BodyFindings(oddities: oddities.map { "left out: \($0)" })
  }
}

/// A body read once, as any JSON and as a team's progress; nil where it is neither.
private struct PointsBody: Decodable {
  let json: JSONValue?
  let progress: SeasonalProgressResponse?

  init(from decoder: any Decoder) {
    json = try? JSONValue(from: decoder)
    progress = try? SeasonalProgressResponse(from: decoder)
  }
}
