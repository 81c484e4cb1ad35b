import Columns
import Foundation
import Testing

/// Generated files with one planted mistake in their results, prices or units.
struct PlantedResultTests {
  /// Returns the file with the last runner's result as another text.
  private static func last(_ text: String, _ outcome: String? = nil)
    -> @Sendable (PlantedSeason) -> PlantedSeason
  {
    { season in
      season.with("position") { _, place in place == 5 ? text : "\(place + 1)" }
        .changed { $0.ends = outcome.map { [5: $0] } ?? [:] }
    }
  }

  private static func results(_ text: @escaping @Sendable (Int, Int) -> String)
    -> @Sendable (PlantedSeason) -> PlantedSeason
  {
    { $0.with("position", text) }
  }

  private static let ofResults = PlantedMistake.made { add in
    add("positions with decimals", "position", results { _, place in "\(place + 1).0" })
    add(
      "ordinals", "position",
      results { _, place in
        "\(place + 1)" + ["st", "nd", "rd", "th", "th", "th"][place]
      })
    add(
      "wide digits", "position",
      results { _, place in ["１", "２", "３", "４", "５", "６"][place] + "着" })
    add("a word of Japan", "position", last("中止", "pulled_up"))
    add("a word of France", "position", last("Arr.", "pulled_up"))
    add("a word of Germany", "position", last("gef.", "fell"))
    add("a word of Sweden", "position", last("struken", "non_runner"))
    add("a demotion", "position", last("6(降)"))
    add("an unknown word", .saying("without a known meaning"), last("XYZ"))
    add("zeros for horses withdrawn", .saying("have 0 for a result")) {
      last("0")($0).with("sp") { race, place in
        place == 5 ? "" : "\(PlantedSeason.price(race, place))"
      }
    }
    add("zeros for all results", "position", results { _, _ in "0" })
    add(
      "a second winner of one race", "position",
      results { race, place in
        race == 4 && place == 1 ? "1" : "\(place + 1)"
      })
    add(
      "a second winner beside a second", "position",
      results { race, place in
        race == 4 && place == 5 ? "1" : "\(place + 1)"
      })
    add("two winners with several times", "position") {
      $0.with("position") { race, place in race == 4 && place == 1 ? "1" : "\(place + 1)" }
        .with("finish_time") { race, place in "1:1\(place).\(race % 9)" }
    }
    add("positions of the field", "position", results { _, place in "\(place + 1)/6" })
    add("99 for those that did not finish", "position", last("99"))
    add("20 for those that did not finish", "position", last("20"))
    add("a running count", "position", results { race, place in "\(race * 6 + place + 1)" })
    add("no first places", "position", results { _, place in place == 0 ? "" : "\(place + 1)" })
    add("no result of the last", "position", last(""))
    add(
      "a card's numbers as the finish", "position",
      results { race, place in
        "\((place + race) % 6 + 1)"
      })
    add(
      "another numbering as the finish", "position",
      results { race, place in
        "\((place * 5 + race) % 6 + 1)"
      })
    add("a rank by the odds", "rank") {
      $0.with("position", as: "rank") { race, place in "\((race % 3 == 0 ? place ^ 1 : place) + 1)"
      }
    }
    add("a card of days to come", "position") {
      $0.with("date") { race, _ in
        Day(Int32(Date().timeIntervalSince1970 / 86_400) + 3 + Int32(race / 6)).iso
      }
    }
  }

  private static func prices(_ texts: [String]) -> @Sendable (PlantedSeason) -> PlantedSeason {
    {
      $0.with("sp", as: "odds") { race, place in texts[race % 3 == 0 ? place ^ 1 : place] }
    }
  }

  private static let ofPrices = PlantedMistake.made { add in
    add(
      "a fraction that became a day", "odds",
      prices(["6-Apr", "16/5", "13/2", "8/1", "12/1", "20/1"]))
    add(
      "fractions that became days", "odds",
      prices(["6-Apr", "16-May", "13-Feb", "8-Jan", "12-Jan", "20-Jan"]))
    add("the favourite's letter", "odds", prices(["2.5F", "4.2", "7.5", "9", "13", "21"]))
    add("nines for no price", "odds", prices(["2.5", "4.2", "7.5", "9", "13", "999"]))
    add("place odds", "odds", prices(["1.3", "1.7", "2.5", "3", "4", "6"]))
    add(
      "dollars for a stake of two", "odds", prices(["$5.00", "$8.40", "$15", "$18", "$26", "$42"]))
    add("dollars", "odds", prices(["$2.50", "$4.20", "$7.50", "$9", "$13", "$21"]))
    add("ones for no price", "odds", prices(["2.5", "4.2", "7.5", "9", "13", "1.0"]))
    add(
      "whole numbers beside fractions", "odds",
      prices(["6/4", "16/5", "13/2", "8", "12", "20"]))
    add("prices of winners alone", "sp") {
      $0.with("sp") { race, place in place == 0 ? "\(PlantedSeason.price(race, 0))" : "" }
    }
    add("odds before the race", "morning_line") { $0.renaming("sp", to: "morning_line") }
    add("two columns of one name", "odds") {
      $0.renaming("sp", to: "odds").changed {
        $0.columns.insert(
          ("odds", { race, place in "\(PlantedSeason.price(race + 1, place) + 0.5)" }), at: 3)
      }
    }
  }

  private static func lengths(_ texts: [String]) -> @Sendable (PlantedSeason) -> PlantedSeason {
    { $0.with("distance") { race, _ in texts[race % 4] } }
  }

  private static func weights(_ text: @escaping @Sendable (Int) -> String)
    -> @Sendable (PlantedSeason) -> PlantedSeason
  {
    { $0.with("weight") { _, place in text(120 + place) } }
  }

  private static func tenths(_ pounds: Int) -> Int { Int((Double(pounds) * 4.5359237).rounded()) }

  private static let ofUnits = PlantedMistake.made { add in
    add("furlongs with their letter", "distance", lengths(["8f", "7f", "5f", "6f"]))
    add("metres with their letter", "distance", lengths(["1609m", "1408m", "1006m", "1207m"]))
    add("kilometres with commas", "distance", lengths(["1,6", "1,4", "1,0", "1,2"]))
    add("metres with thousands", "distance", lengths(["1,609", "1,408", "1,006", "1,207"]))
    add("yards at one course, metres at the other", "distance") {
      $0.with("distance") { race, _ in
        race / 3 % 2 == 0
          ? "\([1760, 1540, 1100, 1320][race % 4])" : "\(PlantedSeason.metres[race % 4])"
      }
    }
    add("furlongs in a file of metres", .saying("a distance below 400")) {
      $0.with("distance") { race, _ in ["1609", "7", "1006", "1207"][race % 4] }
    }
    add("stones and pounds", "weight", weights { "8-\($0 - 112)" })
    add("kilograms with their letters", "weight", weights { "\(Double(tenths($0)) / 10)kg" })
    add("kilograms with commas", "weight", weights { "\(tenths($0) / 10),\(tenths($0) % 10)" })
    add("tenths of kilograms", "weight", weights { "\(tenths($0))" })
    add("zeros for no weight", "weight", weights { $0 == 125 ? "0" : "\($0)" })
  }

  @Test(arguments: ofResults + ofPrices + ofUnits)
  func `a planted mistake is read right or named`(mistake: PlantedMistake) throws {
    try mistake.expectNoSilence()
  }
}
