import ArgumentParser

/// `railbird seasonal`: the app's menu "Pride Points".
struct SeasonalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seasonal",
    abstract: "Pride Points: a team's progress, rewards, awards and leaderboard.",
    discussion: """
      Uses a club's rewards service at --base-url. The default is the current season: xc from 2 \
      June, track from 18 November to 1 June, named by the year in which it began. Changes of \
      rewards need --coach. docs/seasonal.md has the rules.

      Examples:
        railbird seasonal progress --base-url https://club.example
        railbird seasonal rewards --base-url https://club.example --season xc \\
          --year 2024 --json
        railbird seasonal add --base-url https://club.example --coach \\
          --description "Team Pizza Party" --threshold 5000 --order 1 \\
          --created-by "Coach Smith"
        railbird seasonal earn 123 TRAINING_RUN --base-url http://127.0.0.1:8080

      Exit codes: 0 done, 1 failed, 64 bad usage, 65 an answer, or a part of one, could not be read.
      """,
    subcommands: [
      SeasonalProgressCommand.self, SeasonalLeaderboardCommand.self, SeasonalRunnerCommand.self,
      SeasonalEarnCommand.self, SeasonalSeasonsCommand.self, SeasonalRewardsCommand.self,
      SeasonalAddCommand.self, SeasonalUpdateCommand.self, SeasonalRemoveCommand.self,
    ])
}
