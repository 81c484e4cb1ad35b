import ArgumentParser
import CommandTools
import SeasonalRewards

struct SeasonalSeasonsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seasons",
    abstract: "Lists the seasons that the service knows, the current one first.",
    discussion: """
      Fetches the progress of one season after another; seasons without points and rewards are \
      left out, except the current one.

      Example:
        railbird seasonal seasons --base-url https://club.example --count 4
      """)

  @OptionGroup var options: SeasonalOptions
  @Option(name: .long, help: ArgumentHelp("Number of seasons to list.", valueName: "n"))
  var count = 8

  func validate() throws {
    guard (1...100).contains(count) else {
      throw ValidationError("--count: found \(count); expected 1 to 100")
    }
  }

  func run() async throws {
    try await options.reporting {
      let service = try options.service()
      let current = service.currentSeason
      var known: [SeasonalProgressResponse] = []
      for season in SeasonPicker.seasons(upTo: current, count: count) {
        let progress = try await service.teamSeasonalProgress(
          season: season.season.rawValue, year: String(season.year))
        if season == current || progress.teamTotalPoints != 0 || !progress.rewards.isEmpty {
          known.append(progress)
        }
      }
      if options.json {
        var lines = JSONLines()
        for progress in known { try lines.print(progress) }
        return lines.end()
      }
      let rows = known.map { progress in
        [
          progress.season, progress.year, "\(progress.teamTotalPoints)",
          "\(progress.rewards.count)",
        ]
      }
      Console.print(columns([["season", "year", "points", "rewards"]] + rows))
    }
  }
}
