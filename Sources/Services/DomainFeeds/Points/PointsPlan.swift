import Seasons

/// The requests that a fetch of points still has to send.
struct PointsPlan: FeedPlan {
  /// A group of requests.
  enum Part {
    /// The roster, and every runner's transactions.
    case runners
    /// Points, rewards and progress of each season: last, so that they are not older than the
    /// transactions.
    case teams
  }

  /// The seasons whose progress, rewards and points are fetched; nil until the ledger gives them.
  var seasons: [SeasonYear]?
  /// The start of the run, µs since 1970 UTC: later answers are not requested again.
  let runStart: Int64

  let parts = [Part.runners, .teams]

  /// Returns the requests that are due now, the roster first: it lists the runners.
  func due(in part: Part, _ known: KnownAnswers) -> [PointsRequest] {
    let requests: [PointsRequest] =
      switch part {
      case .runners:
        [.roster] + (known[PointsRequest.roster]?.details ?? []).map { .transactions($0) }
      case .teams:
        (seasons ?? []).flatMap { [.leaderboard($0), .rewards($0), .progress($0)] }
      }
    return requests.filter { request in
      known[request].map { $0.fetchedAt < runStart } ?? true
    }
  }
}
