import Columns
import Foundation
import Testing

/// Generated files with one planted mistake in their days, times or names.
struct PlantedDayTests {
  /// Returns the file with the days in another notation, of the day of the month.
  private static func days(_ text: @escaping @Sendable (Int) -> String)
    -> @Sendable (PlantedSeason) -> PlantedSeason
  {
    { $0.with("date") { race, _ in text(race / 6 + 14) } }
  }

  private static let ofDays = PlantedMistake.made { add in
    add("the day in front", "date", days { "\($0)/05/2024" })
    add("the month in front", "date", days { "05/\($0)/2024" })
    add("days that may be months", "date", days { "0\($0 - 11)/05/2024" })
    add("two orders of day and month", "date", days { $0 == 14 ? "14/05/2024" : "05/15/2024" })
    add("a year of two digits behind", "date", days { "\($0)/05/24" })
    add("a year of two digits in front", "date", days { "24-05-\($0)" })
    add("a year of two digits in front of one day", "date") {
      $0.with("date") { race, _ in "24.05.15" }
        .with("race_no") { race, _ in "\(race % 3 + race / 6 * 3 + 1)" }
    }
    add("a spreadsheet's day numbers", "date", days { "\(45_412 + $0)" })
    add("days with a midnight", "date", days { "2024-05-\($0) 00:00:00" })
    add("midnights of another zone", "date", days { "2024-05-\($0 - 1)T22:00:00Z" })
    add("milliseconds of midnights elsewhere", "date") {
      $0.with("date") { race, _ in "\(1_715_641_200_000 + race / 6 * 86_400_000)" }
    }
    add("seconds since 1970", "date") {
      $0.with("date") { race, _ in "\(1_715_644_800 + race / 6 * 86_400)" }
    }
    add("an evening on both sides of midnight in UTC", "date") {
      $0.with("date") { race, _ in
        let (day, hour) = (race / 6 + 14, 22 + race % 3)
        return "2024-05-\(hour < 24 ? day : day + 1)T\(hour < 24 ? "\(hour)" : "00"):30:00Z"
      }
    }
    add("months in French", "date", days { "\($0) mai 2024" })
    add("days without a year", "date", days { "\($0) May" })
    add("days written together, with a short year", "date", days { "2405\($0)" })
    add("a day on the first row of a race alone", .saying("rows would be refused")) {
      $0.with("date") { race, place in place == 0 ? "2024-05-1\(race / 6 + 4)" : "" }
    }
    add("the day of the scrape under date", "date") {
      $0.with("meeting_date") { race, _ in "2024-05-1\(race / 6 + 4)" }
        .with("date") { _, _ in "2024-06-01" }
    }
    add("the day after each race under date", "date") {
      $0.with("meeting_date") { race, _ in "2024-05-1\(race / 6 + 4)" }
        .with("date") { race, _ in "2024-05-1\(race / 6 + 5)" }
    }
    add("a clock of twelve hours", "off") {
      $0.with("off") { race, _ in ["1:30", "2:05", "2:40"][race % 3] }
    }
    add("a clock without a zone", "off") {
      $0.with("off") { race, _ in ["13:30", "14:05", "14:40"][race % 3] }
    }
  }

  private static let people = [
    "Ann Ash", "Bo Elm", "Cy Fir", "Di Oak", "Ed Yew", "Fay Box", "Gus May",
  ]

  /// Returns the file with a second spelling of the riders in every second race.
  private static func spelling(
    _ names: [String] = people, _ other: @escaping @Sendable (String) -> String
  ) -> @Sendable (PlantedSeason) -> PlantedSeason {
    { season in
      season.riding(as: { race, place in names[(race + place) % 7] }) { race, place in
        let name = names[(race + place) % 7]
        return race % 2 == 0 ? name : other(name)
      }
    }
  }

  private static let ofNames = PlantedMistake.made { add in
    add("riders in capitals", "jockey", spelling { $0.uppercased() })
    add("riders with a no-break space", "jockey", spelling { $0.replacing(" ", with: "\u{A0}") })
    add("riders with marks of no width", "jockey", spelling { $0 + "\u{200B}" })
    add("riders with two spaces", "jockey", spelling { $0.replacing(" ", with: "  ") })
    add("riders with claims", "jockey", spelling { $0 + " (5)" })
    add("riders with claims in kilograms", "jockey", spelling { $0 + " (a1.5/52.5kg)" })
    add("riders with signs", "jockey", spelling { "▲" + $0 })
    add("apprentices", "jockey", spelling { $0 + " AP" })
    add(
      "the last name first", "jockey",
      spelling { name in
        let parts = name.split(separator: " ")
        return parts[1] + ", " + parts[0]
      })
    add(
      "initials with points", "jockey",
      spelling(people.map { $0.prefix(1) + " " + $0.suffix(3) }) {
        $0.replacing(" ", with: ". ")
      })
    add(
      "names without their accents", "jockey",
      spelling(people.map { $0 + "é" }) {
        $0.replacing("é", with: "e")
      })
    add(
      "codes of web pages", "jockey",
      spelling(people.map { $0.replacing(" ", with: "'") }) {
        $0.replacing("'", with: "&#39;")
      })
    add("numbers in front of the horses", "horse") {
      $0.with("horse") { race, place in
        "\((place + race) % 6 + 1). Horse \(race) \(PlantedSeason.letters[place])"
      }
    }
    add("a course in capitals on the second day", "course") {
      $0.with("course") { race, _ in
        let name = race / 3 % 2 == 0 ? "Ayr" : "York"
        return race < 6 ? name : name.uppercased()
      }
    }
    add("riders in the trainers' column", "jockey") {
      $0.with("trainer") { race, place in "Rider \((race + place + 2) % 7)" }
    }
  }

  @Test(arguments: ofDays + ofNames)
  func `a planted mistake is read right or named`(mistake: PlantedMistake) throws {
    try mistake.expectNoSilence()
  }

  @Test(arguments: [
    "{0}. Mai 2024", "{0} mai 2024", "{0} maggio 2024", "{0} de mayo de 2024", "{0} maja 2024",
    "{0}/5-2024", "Wed {0} May '24",
  ])
  func `days are read as other languages write them`(form: String) throws {
    let store = TestStore()
    let file = RunnerFile().with("date") { race, _ in form.replacing("{0}", with: "\(race + 13)") }
    _ = try store.add(file.csv, yaml: file.explained(store))
    #expect(try Set(store.values("date")) == Set((13...18).map { "2024-05-\($0)" }))
  }

  @Test func `times past midnight beside evening ones of a day are named`() throws {
    let nights = RunnerFile().with("date") { race, _ in "2024-05-\(race / 2 + 13)" }
      .with("off") { race, _ in race % 2 == 0 ? "22:40" : "00:35" }
    #expect(
      try nights.doubts().contains {
        $0.hasPrefix("off: 3 days have times past midnight beside evening ones, such as 00:35")
      })
    let evenings = nights.with("off") { race, _ in race % 2 == 0 ? "22:40" : "23:35" }
    #expect(try !evenings.doubts().contains { $0.contains("midnight") })
  }
}
