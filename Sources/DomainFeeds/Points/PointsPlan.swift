import Seasons

/// Which requests a run still has to send: nothing but what is known decides.
struct PointsPlan: Sendable {
  /// The seasons whose progress, rewards and points are asked for.
  var seasons: [SeasonYear]
  /// When the run began, µs since 1970 UTC: what was answered since is not asked for again.
  let runStart: Int64

  /// The requests that are due by what is known now, the roster first: it tells of runners.
  ///
  /// A team's figures come last, so that they are no older than the transactions.
  func due(_ known: KnownAnswers) -> [PointsRequest] {
    let runners = (known[PointsRequest.roster]?.details ?? []).map {
      PointsRequest.transactions($0)
    }
    let teams = seasons.flatMap {
      [PointsRequest.leaderboard($0), .rewards($0), .progress($0)]
    }
    return ([.roster] + runners + teams).filter { request in
      known[request].map { $0.fetchedAt < runStart } ?? true
    }
  }
}
