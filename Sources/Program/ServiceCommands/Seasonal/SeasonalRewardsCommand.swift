import ArgumentParser
import CommandTools
import SeasonalRewards

struct SeasonalRewardsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewards", abstract: "Lists the rewards of a season with their ids.",
    discussion: "Coaches change them with `add`, `update` and `remove`.")

  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions

  func run() async throws {
    try await options.reporting {
      let service = try options.service()
      let model = SeasonalRewardsConfigModel(
        service, isCoach: options.coach, season: season.season(current: service.currentSeason))
      let rewards = try await model.load()
      if options.json {
        var lines = JSONLines()
        for reward in rewards { try lines.print(reward) }
        return lines.end()
      }
      Console.print(
        rewards.isEmpty
          ? SeasonalMessages.noRewards(isCoach: options.coach) : SeasonalText.table(rewards))
    }
  }
}
