import ArgumentParser
import CommandTools
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
        // A race has no runners if they could not be fetched.
        if !placed.isEmpty { Console.print(columns(placed.map(RacingText.cells))) }
      }
    }
  }
}

struct RacingRaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "race", abstract: "Shows one race by its id, with all of its runners.",
    discussion: """
      Placed runners come first, then the others in the service's order; a non-runner is marked. \
      A store knows races by their day: --offline needs --date, unless the race is today's.

      Examples:
        railbird racing race 100001
        railbird racing race 100001 --json
      """)

  @Argument(help: "The race's id, which the lists of races show.") var id: String
  @OptionGroup var options: RacingOptions

  func validate() throws {
    if id.isEmpty { throw ValidationError("id: found nothing; expected a race's id") }
    guard options.date == nil || options.offline else {
      throw ValidationError("--date: found no --offline; expected it too")
    }
  }

  func run() async throws {
    try await options.reporting { manager in
      let race = try await manager.fetchRaceDetails(raceId: id, on: options.day)
      if options.json { return Console.print(try RacingText.json(race)) }
      Console.print(columns([RacingText.cells(race)]))
      let order = race.runners.enumerated().sorted { first, second in
        let places = (first.element.position ?? .max, second.element.position ?? .max)
        return (places.0, first.offset) < (places.1, second.offset)
      }
      let rows = order.map { _, runner in
        RacingText.cells(runner) + [runner.isNonRunner ? "non-runner" : ""]
      }
      if !rows.isEmpty { Console.print(columns(rows)) }
    }
  }
}
