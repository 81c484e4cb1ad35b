import ArgumentParser

/// `railbird racing`: the calls of the racing service's app, on the command line.
struct RacingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "racing",
    abstract: "Asks Horse Racing USA, or a store in its place: races, results, horses, ROI.",
    discussion: """
      The key comes from RAILBIRD_RACING_API_KEY, or from a file of NAME=value lines with mode 0600. \
      docs/racing-api.md says how to get one. A day is the racing day in New York.

      Examples:
        railbird racing today
        railbird racing results --date 2024-11-02 --json
        railbird racing race 100001
        railbird racing stats jockey "Ann Archer" --days 90
        railbird racing search "ann archer" --offline --store S --date 2024-11-02
        railbird racing roi jockey --store S
        railbird racing selftest --base-url http://127.0.0.1:8080

      Exit codes: 0 done, 1 failed, 64 bad usage, 65 an answer, or a part of one, could not be read.
      """,
    subcommands: [
      RacingTodayCommand.self, RacingUpcomingCommand.self, RacingResultsCommand.self,
      RacingRaceCommand.self, RacingSearchCommand.self, RacingHorseCommand.self,
      RacingStatsCommand.self, RacingROICommand.self,
      RacingStatusCommand.self, RacingSelftestCommand.self,
    ])
}
