import ArgumentParser
import SeasonalRewards

struct SeasonalLeaderboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard", abstract: "Lists the runners of a season, most points first.",
    discussion: """
      The service lists runners of all teams. With --team the roster is fetched too: other teams \
      are left out, and names are shown, as with --names.

      Example:
        railbird seasonal leaderboard --base-url https://club.example --team UA \\
          --limit 10
      """)

  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions
  @Option(name: .long, help: ArgumentHelp("Maximum number to list; 0 for all.", valueName: "n"))
  var limit = 10
  @Option(name: .long, help: ArgumentHelp("Only runners of this team.", valueName: "team"))
  var team: String?
  @Flag(name: .long, help: "Show names and teams.") var names = false

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

  private func rows(_ service: DataService) async throws -> [Row] {
    let season = season.season(current: service.currentSeason)
    // Other teams must be removed before the limit applies.
    let runners = try await service.seasonalLeaderboard(
      season: season.season.rawValue, year: String(season.year),
      limit: limit == 0 || team != nil ? nil : limit)
    let roster = names || team != nil ? try await service.runners() : []
    let known = Dictionary(roster.map { ($0.id, $0) }) { first, _ in first }
    let rows = runners.map { runner in
      Row(
        runnerId: runner.runnerId, season: runner.season, year: runner.year,
        pointsEarned: runner.pointsEarned, name: known[runner.runnerId]?.name,
        team: known[runner.runnerId]?.team)
    }.filter { team == nil || $0.team == team }
    return limit == 0 ? rows : Array(rows.prefix(limit))
  }
}
