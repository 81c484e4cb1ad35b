import MappingProposals
import Testing

/// Generated files with one planted mistake each: the proposal reads them right, or a doubt names it.
struct PlantedMistakeTests {
  private static func distance(_ factor: Double) -> @Sendable (PlantedSeason) -> PlantedSeason {
    {
      $0.with("distance") { race, _ in
        let length = PlantedSeason.furlongs[race % 4] * factor
        return length == length.rounded() ? whole(length) : "\(length)"
      }
    }
  }

  private static func price(_ text: @escaping @Sendable (Double) -> String)
    -> @Sendable (PlantedSeason) -> PlantedSeason
  {
    { $0.with("sp", as: "odds") { race, place in text(PlantedSeason.price(race, place)) } }
  }

  private static func whole(_ number: Double) -> String { "\(Int(number.rounded()))" }

  private static let ofRaces = PlantedMistake.made { add in
    add("a course of an unknown name", "race_id") { $0.renaming("course", to: "ring") }
    add("a race's number called numero", "numero") { $0.renaming("race_no", to: "numero") }
    add("a race's number called course no", "course no") {
      $0.renaming("race_no", to: "course no")
    }
    add("numbers called n° and no", "n°") {
      $0.renaming("race_no", to: "n°").renaming("number", to: "no")
    }
    add("a race's number of an unknown name", "race_id") {
      $0.renaming("race_no", to: "heat_of_day")
    }
    add("a race_id of meetings", "race_id") {
      $0.with("race_id") { race, _ in "M\(race / 3)" }
    }
    add("a race_id of days", "race_id") { $0.with("race_id") { race, _ in "D\(race / 6)" } }
    add("a race_id of runners", "race_id") {
      $0.with("race_id") { race, place in "R\(race)-\(place)" }
    }
    add("two races under one race_id", "race_id") {
      $0.with("race_id") { race, _ in "R\(min(race, 10))" }
    }
    add("a race_id that repeats each day, and no day's number", "race_id") {
      $0.with("race_no", as: "race_id") { race, _ in "R\(race % 3)" }
    }
    add("the moment of scraping in front", "scraped_at") {
      $0.with("scraped_at") { race, place in "2024-06-01 10:\(race + 10):\(place + 11)" }
    }
    add("the moment of scraping as the date", "date") {
      $0.with("jour") { race, _ in "2024-05-1\(race / 6 + 4)" }
        .with("date") { race, place in "2024-06-01 10:\(race + 10):\(place + 11)" }
    }
    add("trainers as riders", "jockey") {
      $0.with("jockey") { race, place in "Yard \((race + place) % 4)" }
    }
    add("a position of each half of a race", "position") {
      $0.with("position") { _, place in "\(place % 3 + 1)" }
    }
    add("a course's own numbers as the runners'", "number") {
      $0.with("number") { _, place in "\(place / 2 + 1)" }
    }
  }

  private static let ofUnits = PlantedMistake.made { add in
    add("yards", "distance", distance(220))
    add("furlongs", "distance", distance(1))
    add("miles", "distance", distance(0.125))
    add("hundredths of furlongs", "distance") {
      $0.with("distance") { race, _ in whole(PlantedSeason.furlongs[race % 4] * 100) }
    }
    add("kilometres", "distance") {
      $0.with("distance") { race, _ in "\((PlantedSeason.furlongs[race % 4] * 2).rounded() / 10)" }
    }
    add("yards to the yard", "distance") {
      $0.with("distance") { race, _ in "\([1767, 1553, 1083, 1342][race % 4])" }
    }
    add("kilograms", "weight") {
      $0.with("weight") { _, place in "\((Double(120 + place) * 4.5359237).rounded() / 10)" }
    }
    add("stones", "weight") { $0.with("weight") { _, place in "8.\(8 + place)" } }
    add("kilograms of one race", "weight") {
      $0.with("weight") { race, place in race == 0 ? "\(54 + place)" : "\(120 + place)" }
    }
  }

  private static let ofPrices = PlantedMistake.made { add in
    add("to one", "odds", price { "\((($0 - 1) * 100).rounded() / 100)" })
    add("per ten", "odds", price { whole($0 * 10) })
    add("per hundred", "odds", price { whole($0 * 100) })
    add("hundredths to one", "odds", price { whole(($0 - 1) * 100) })
    add("American odds", "odds", price { "+\(whole(($0 - 1) * 100))" })
    add("probabilities", "odds", price { "\((1000 / $0).rounded() / 1000)" })
    add("percentages", "odds", price { "\((1000 / $0).rounded() / 10)" })
    add("decimal commas", "odds", price { "\($0)".replacing(".", with: ",") })
    add("a model's prices", "odds", price { "\($0 * 2)" })
    add("fractions", "odds", price { "\(whole(($0 - 1) * 10))/10" })
  }

  @Test func `the file without a mistake is right as proposed`() throws {
    let store = TestStore()
    let season = PlantedSeason()
    let file = try store.file(season.bytes)
    let page = try FileExplanation(file: file).text
    #expect(PlantedMistake.doubts(page) == [])
    _ = try store.add([file], yaml: page)
    #expect(try season.isRight(in: store))
  }

  @Test(arguments: ofRaces + ofUnits + ofPrices)
  func `a planted mistake is read right or named`(mistake: PlantedMistake) throws {
    try mistake.expectNoSilence()
  }
}
