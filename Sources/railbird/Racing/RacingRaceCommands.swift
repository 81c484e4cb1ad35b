import ArgumentParser
import PoniRacing

struct RacingTodayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Lists the day's races.")

  @OptionGroup var options: RacingOptions

  func run() async throws {
    try await options.reporting { manager in
      let day = options.day ?? manager.source.today
      try RacingText.print(try await manager.fetchRaces(on: day), json: options.json)
    }
  }
}

struct RacingUpcomingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upcoming", abstract: "Lists the day's races that have not gone off yet.")

  @OptionGroup var options: RacingOptions

  func run() async throws {
    try await options.reporting { manager in
      let day = options.day ?? manager.source.today
      let races = try await manager.fetchUpcomingRaces(on: day)
      guard options.json || !races.isEmpty else {
        return Console.print("No race of \(day.iso) is still to go off.")
      }
      try RacingText.print(races, json: options.json)
    }
  }
}

struct RacingResultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results", abstract: "Lists the day's finished races with their first three.",
    discussion: """
      If the service lists results without runners, each race is fetched by itself: a day of 60 \
      races takes a minute at one request a second.
      """)

  @OptionGroup var options: RacingOptions

  func run() async throws {
    try await options.reporting { manager in
      let day = options.day ?? manager.source.today
      let races = try await manager.fetchRaceResults(on: day)
      if options.json { return try RacingText.print(races, json: true) }
      for race in races {
        Console.print(columns([RacingText.cells(race)]))
        let placed = race.runners.filter { (1...3).contains($0.position ?? 0) }
          .sorted { $0.position! < $1.position! }
        Console.print(columns(placed.map(RacingText.cells)))
      }
    }
  }
}
