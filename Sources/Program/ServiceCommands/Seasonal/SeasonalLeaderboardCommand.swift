import ArgumentParser
import CommandTools
import SeasonalRewards
import Seasons

struct SeasonalLeaderboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard",
    abstract: "Lists the active runners of team UA by their points, most points first.",
    discussion: """
      The service's own list has runners of all teams, active or not: the roster, which is fetched \
      too, says who is left out. --all shows the service's list as it is.

      Some services have only the guide's calls, so neither a list nor a roster. Then give the ids \
      of the runners: their points are fetched one by one.

      Examples:
        railbird seasonal leaderboard --base-url https://club.example --limit 10
        railbird seasonal leaderboard --base-url https://club.example --all --names
        railbird seasonal leaderboard --base-url https://club.example --runners 1,2,3
      """)

  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions
  @Option(name: .long, help: ArgumentHelp("Maximum number to list; 0 for all.", valueName: "n"))
  var limit = 10
  @Option(name: .long, help: ArgumentHelp("The team (default: UA).", valueName: "team"))
  var team: String?
  @Flag(name: .long, help: "Also list other teams and inactive runners.") var all = false
  @Flag(name: .long, help: "Show names and teams.") var names = false
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The runners to list, where the service has no roster.", valueName: "ids"))
  var runners: String?

  private struct Row: Encodable {
    let runnerId: Int
    let season: String
    let year: String
    let pointsEarned: Int
    let name: String?
    let team: String?
  }

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit: found \(limit); expected 0 or more") }
    for (option, isGiven) in [("--team", team != nil), ("--runners", runners != nil)]
    where all && isGiven {
      throw ValidationError("--all: found it with \(option); expected one of them")
    }
    if let runners, ids == nil {
      throw ValidationError("--runners: found \(runners.prefix(80)); expected ids such as 1,2,3")
    }
  }

  func run() async throws {
    try await options.reporting {
      let rows = try await rows(try options.service())
      if options.json {
        var lines = JSONLines()
        for row in rows { try lines.print(row) }
        return lines.end()
      }
      guard !rows.isEmpty else { return Console.print("No runner has points in this season.") }
      Console.print(
        columns(
          rows.enumerated().map { index, row in
            [
              "\(index + 1)", "\(row.runnerId)", row.name ?? "", row.team ?? "",
              "\(row.pointsEarned)",
            ]
          }))
    }
  }

  // MARK: - Implementation

  /// The runners of the option; nil without it, or if it names none.
  private var ids: [Int]? {
    guard let runners else { return nil }
    let ids = runners.split(separator: ",", omittingEmptySubsequences: false).map {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    return ids.contains(nil) ? nil : ids.compactMap { $0 }
  }

  private func rows(_ service: DataService) async throws -> [Row] {
    let season = season.season(current: service.currentSeason)
    if let ids { return cut(try await points(of: ids, season, service), [:]) }
    let roster = all && !names ? [] : try await roster(of: service)
    let known = Dictionary(roster.map { ($0.id, $0) }) { first, _ in first }
    let shown = roster.filter { all || $0.isActive && $0.team == team ?? Team.ua.rawValue }
    // Runners that are not shown must be removed before the limit applies.
    let list = try await Self.ifThere {
      try await service.seasonalLeaderboard(
        season: season.season.rawValue, year: String(season.year),
        limit: limit == 0 || !all ? nil : limit)
    }
    guard let list else {
      return cut(try await points(of: shown.map(\.id), season, service), known)
    }
    let ids = Set(shown.map(\.id))
    return cut(list.filter { all || ids.contains($0.runnerId) }, known)
  }

  /// Fetches the roster, which names the active runners and their teams.
  private func roster(of service: DataService) async throws -> [RosterRunner] {
    if let roster = try await Self.ifThere({ try await service.runners() }) { return roster }
    throw SeasonalRewardsError.invalid(
      field: "roster", found: "a service that lists no runners",
      expected: "one that says who is active and of team UA; or give --runners with their ids")
  }

  /// Fetches the points of runners one by one with the guide's call; runners without points are
  /// left out.
  private func points(
    of ids: [Int], _ season: SeasonYear, _ service: DataService
  ) async throws -> [RunnerSeasonalPointsResponse] {
    var points: [RunnerSeasonalPointsResponse] = []
    for id in ids {
      points.append(
        try await service.runnerSeasonalPoints(
          runnerId: id, season: season.season.rawValue, year: String(season.year)))
    }
    return points.filter { $0.pointsEarned != 0 }
      .sorted { ($1.pointsEarned, $0.runnerId) < ($0.pointsEarned, $1.runnerId) }
  }

  private func cut(
    _ points: [RunnerSeasonalPointsResponse], _ known: [Int: RosterRunner]
  ) -> [Row] {
    let rows = points.map { runner in
      Row(
        runnerId: runner.runnerId, season: runner.season, year: runner.year,
        pointsEarned: runner.pointsEarned, name: known[runner.runnerId]?.name,
        team: known[runner.runnerId]?.team)
    }
    return limit == 0 ? rows : Array(rows.prefix(limit))
  }

  /// Returns an answer; nil if the service has no such call.
  private static func ifThere<Value>(_ fetch: () async throws -> Value) async throws -> Value? {
    do {
      return try await fetch()
    } catch SeasonalRewardsError.http(let refusal)
      where [404, 405, 410, 501].contains(refusal.status)
    {
      return nil
    }
  }
}
