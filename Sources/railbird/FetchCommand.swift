import ArgumentParser

/// `railbird fetch`: what the services have, into the store.
struct FetchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Asks a service for what is new and stores it.",
    discussion: """
      Examples:
        railbird fetch racing --store S --from 2024-11-01 --to 2024-11-30
        railbird fetch racing --store S
        railbird fetch points --store S --base-url https://club.example --season xc --year 2024
      """,
    subcommands: [FetchRacingCommand.self, FetchPointsCommand.self])
}
