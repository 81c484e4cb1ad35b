import ArgumentParser
import CommandTools
import Foundation
import PoniRacing

struct RacingSearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds the day's horses by a part of their own or their people's names.",
    discussion: "Without a name, the first 20 horses of the day; else at most 50.")

  @Argument(help: "A part of a horse's, jockey's or trainer's name.") var query: [String] = []
  @OptionGroup var options: RacingOptions

  func run() async throws {
    try await options.reporting { manager in
      let day = options.day ?? manager.source.today
      let name = query.joined(separator: " ")
      let horses = try await manager.searchHorses(query: name, on: day)
      if options.json {
        var lines = JSONLines()
        for horse in horses { try lines.print(horse) }
        return lines.end()
      }
      guard !horses.isEmpty else {
        let wanted = name.isEmpty ? "" : " with “\(name)” in its own or its people's names"
        return Console.print("No horse\(wanted) runs on \(day.iso).")
      }
      Console.print(columns(horses.map(RacingText.cells)))
    }
  }
}

struct RacingHorseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "horse", abstract: "Shows a horse by its id or name, with its record.")

  @Argument(help: "The horse's id or name.") var horse: [String]
  @OptionGroup var options: RacingOptions

  func run() async throws {
    try await options.reporting { manager in
      let day = options.day ?? manager.source.today
      let found = try await manager.fetchHorseDetails(
        horseId: horse.joined(separator: " "), on: day)
      if options.json { return Console.print(try RacingText.json(found)) }
      for (name, value) in RacingText.facts(found) { Console.print("\(name): \(value)") }
    }
  }
}
