import Seasons

/// Which requests a fetch of points still has to send.
struct PointsPlan: FeedPlan {
  /// What is asked for together.
  enum Part {
    /// The roster, and every runner's transactions.
    case runners
    /// Points, rewards and progress of each season: last, so that they are no older than the
    /// transactions.
    case teams
  }

  /// The seasons whose progress, rewards and points are asked for; nil while the ledger has to tell.
  var seasons: [SeasonYear]?
  /// When the run began, µs since 1970 UTC: what was answered since is not asked for again.
  let runStart: Int64

  let parts = [Part.runners, .teams]

  /// The requests that are due by what is known now, the roster first: it tells of runners.
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
