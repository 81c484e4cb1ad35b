import ArgumentParser
import CommandTools
import SeasonalRewards

struct SeasonalRunnerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runner", abstract: "Shows a runner's points in a season.",
    discussion: "For an unknown runner the service returns 0.")

  @Argument(help: "The runner's id.") var runnerID: Int
  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions

  func run() async throws {
    try await options.reporting {
      let service = try options.service()
      let season = season.season(current: service.currentSeason)
      let points = try await service.runnerSeasonalPoints(
        runnerId: runnerID, season: season.season.rawValue, year: String(season.year))
      Console.print(
        options.json
          ? try SeasonalText.json(points)
          : "Runner \(points.runnerId): \(points.pointsEarned) points in \(season.text)")
    }
  }
}
