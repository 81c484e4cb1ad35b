import ArgumentParser
import CommandTools
import PoniRacing

struct RacingStatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Shows a jockey's or trainer's runs and wins, by the service.",
    discussion: """
      The figures are the service's own, over its last --days days. If the service does not know \
      the name, runs and wins are counted from the day's results, and marked so. The service has no \
      prices for them: `roi` computes returns from a store.

      Examples:
        railbird racing stats jockey "Ann Archer"
        railbird racing stats trainer "Ben Quill" --days 90 --json
      """)

  @Argument(help: "jockey or trainer.") var role: RacingRole
  @Argument(help: "The name, in either case.") var name: [String]
  @Option(
    name: .long, help: ArgumentHelp("The days that the service counts.", valueName: "n"))
  var days = 30
  @OptionGroup var options: RacingOptions

  private struct Row: Encodable {
    let role: String
    let name: String
    let days: Int?
    let runs: Int
    let wins: Int
    let win_percentage: Double
    let recent_form: [String]
    let is_derived: Bool
  }

  func validate() throws {
    guard (1...3_660).contains(days) else {
      throw ValidationError("--days: found \(days); expected 1 to 3660")
    }
    if name.joined().isEmpty { throw ValidationError("name: found nothing; expected a name") }
    for (option, isGiven) in [("--offline", options.offline), ("--date", options.date != nil)]
    where isGiven {
      throw ValidationError("\(option): found it; expected none, as the service counts itself")
    }
  }

  func run() async throws {
    try await options.reporting { manager in
      let row = try await row(manager.realDataService)
      if options.json { return Console.print(try RacingText.json(row)) }
      let span = row.days.map { "the last \($0) days" } ?? "today's results, counted here"
      let percentage = (row.win_percentage * 100).rounded() / 100
      var parts = [row.name, "\(row.wins) wins of \(row.runs)", "\(percentage) %", span]
      if !row.recent_form.isEmpty { parts.append("form " + row.recent_form.joined(separator: " ")) }
      Console.print(columns([parts]))
    }
  }

  // MARK: - Implementation

  private func row(_ service: RealDataService) async throws(APIError) -> Row {
    let name = name.joined(separator: " ")
    switch role {
    case .jockey:
      let stats = try await service.fetchJockeyStats(jockeyId: name, lastDays: days)
      return Row(
        role: role.rawValue, name: stats.jockey, days: stats.is_derived ? nil : days,
        runs: stats.runs, wins: stats.wins, win_percentage: stats.win_percentage,
        recent_form: stats.recent_form, is_derived: stats.is_derived)
    case .trainer:
      let stats = try await service.fetchTrainerStats(trainerId: name, lastDays: days)
      return Row(
        role: role.rawValue, name: stats.trainer, days: stats.is_derived ? nil : days,
        runs: stats.runs, wins: stats.wins, win_percentage: stats.win_percentage,
        recent_form: stats.recent_form, is_derived: stats.is_derived)
    }
  }
}
