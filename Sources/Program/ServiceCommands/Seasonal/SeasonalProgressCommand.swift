import ArgumentParser
import CommandTools
import SeasonalRewards

struct SeasonalProgressCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress",
    abstract: "Shows the team's points, roster and how far each reward is.",
    discussion: """
      Points and roster are those of active runners of team UA, summed by the service.

      Examples:
        railbird seasonal progress --base-url https://club.example
        railbird seasonal progress --base-url https://club.example --season track \\
          --year 2024 --json
      """)

  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions

  func run() async throws {
    try await options.reporting {
      let service = try options.service()
      let model = TeamRewardsProgressModel(
        service, isCoach: options.coach, season: season.season(current: service.currentSeason))
      await model.load()
      if let error = model.error { throw error }
      if options.json, let progress = model.progress {
        return Console.print(try SeasonalText.json(progress))
      }
      let lines = SeasonalText.lines(model.state, in: options.calendar.timeZone)
      Console.print(lines.joined(separator: "\n"))
    }
  }
}
