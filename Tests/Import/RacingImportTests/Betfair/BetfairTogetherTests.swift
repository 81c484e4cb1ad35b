import Foundation
import StoreImport
import Testing

/// A month of the exchange's daily files and of its streams, both joined to one other source.
struct BetfairTogetherTests {
  /// A race of May 2024, six a day; each source lacks some.
  private struct Race {
    let index: Int
    var day: String { BetfairTogetherTests.two(index / 6 + 1) }
    var hour: Int { 13 + index % 6 }
    var course: (short: String, long: String) {
      [("Kemp", "Kempton"), ("Chelt", "Cheltenham"), ("Ayr", "Ayr")][index % 3]
    }
    var isInResults: Bool { index % 18 != 0 }
    var isInDaily: Bool { index % 10 != 9 }
    var isInStream: Bool { index % 15 != 7 }
    /// Whether the stream's names are others, so that nothing confirms the race.
    var isStrange: Bool { index % 20 == 4 }
    func bsp(_ place: Int) -> Double { 1.5 + Double(place * (index % 7 + 1)) / 4 }
  }

  private static let races = (0..<180).map { Race(index: $0) }
  private static let endings = ["Un", "Deux", "Trois", "Quatre", "Cinq", "Six"]

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  private static func results() -> String {
    "date,course,off,ran,pos,horse,race_name,type\n"
      + races.filter(\.isInResults).flatMap { race in
        (1...6).map {
          "2024-05-\(race.day),\(race.course.long),\(race.hour - 12):30,6,\($0),"
            + "Horse \(race.index) \(endings[$0 - 1]) (GB),Handicap,Flat\n"
        }
      }.joined()
  }

  private static func daily(_ day: Int) -> String {
    "EVENT_ID,MENU_HINT,EVENT_NAME,EVENT_DT,SELECTION_ID,SELECTION_NAME,WIN_LOSE,BSP,MORNINGWAP\n"
      + races[(day * 6)..<(day * 6 + 6)].filter(\.isInDaily).flatMap { race in
        (1...6).map {
          "\(race.index),GB / \(race.course.short) \(day + 1)th May,7f Hcap,\(race.day)-05-2024 "
            + "\(race.hour):30,\($0),Horse \(race.index) \(endings[$0 - 1]),\($0 == 1 ? 1 : 0),"
            + "\(race.bsp($0)),\(race.bsp($0) + 1)\n"
        }
      }.joined()
  }

  private static func stream(_ day: Int) -> String {
    races[(day * 6)..<(day * 6 + 6)].filter(\.isInStream).map { race in
      let runners = (1...6).map { place in
        let name = (race.isStrange ? "馬 " : "Horse ") + "\(race.index) \(endings[place - 1])"
        return
          #"{"adjustmentFactor":\#(10 + place),"status":"\#(place == 1 ? "WINNER" : "LOSER")","#
          + #""bsp":\#(race.bsp(place)),"sortPriority":\#(place),"id":\#(place),"name":"\#(name)"}"#
      }
      return #"{"op":"mcm","pt":1,"mc":[{"id":"1.\#(2000 + race.index)","marketDefinition":{"#
        + #""eventTypeId":"7","marketType":"WIN","marketTime":"2024-05-\#(race.day)T\#(race.hour - 1):30:00.000Z","#
        + #""venue":"\#(race.course.long)","countryCode":"GB","status":"CLOSED","name":"7f Hcap","#
        + #""runners":[\#(runners.joined(separator: ","))]}}]}"# + "\n"
    }.joined()
  }

  private static func imported(streamFirst: Bool) throws -> (TestStore, [String: [ImportedFile]]) {
    let store = TestStore()
    var imported: [String: [ImportedFile]] = [:]
    imported["rpscrape"] = [try store.add(results(), format: "rpscrape")]
    for format in streamFirst ? ["betfair-stream", "betfair"] : ["betfair", "betfair-stream"] {
      let files = try (0..<30).map { day in
        let isDaily = format == "betfair"
        let name = isDaily ? "dwbfpricesukwin\(two(day + 1))052024.csv" : "\(4000 + day)"
        let path = store.folder + "/" + name
        let text = isDaily ? daily(day) : stream(day)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
      }
      imported[format] = try store.add(files, format: format)
    }
    return (store, imported)
  }

  @Test(arguments: [false, true])
  func `pairs found, ambiguous and missing are the generator's`(streamFirst: Bool) throws {
    let (store, imported) = try Self.imported(streamFirst: streamFirst)
    let daily = Self.races.filter(\.isInDaily)
    let stream = Self.races.filter(\.isInStream)
    // A race that the results lack is new from the first of the two, and a pair from the second.
    func stored(before isFirst: Bool, _ race: Race, _ other: Bool) -> Bool {
      race.isInResults || !isFirst && other
    }
    let dailyPairs = daily.filter {
      stored(before: !streamFirst, $0, $0.isInStream && !$0.isStrange)
    }
    let streamKnown = stream.filter { stored(before: streamFirst, $0, $0.isInDaily) }
    func sum(_ format: String, _ count: (ImportedFile) -> Int) -> Int {
      imported[format]!.reduce(0) { $0 + count($1) }
    }
    // A strange race that the stream alone has brought fits no race of the daily files.
    let dailyAmbiguous = daily.filter {
      streamFirst && !$0.isInResults && $0.isInStream && $0.isStrange
    }
    #expect(dailyAmbiguous.isEmpty != streamFirst)
    #expect(sum("betfair", \.matchedRaces) == dailyPairs.count)
    #expect(sum("betfair", \.ambiguousRaces) == dailyAmbiguous.count)
    #expect(sum("betfair-stream", \.matchedRaces) == streamKnown.count { !$0.isStrange })
    #expect(sum("betfair-stream", \.ambiguousRaces) == streamKnown.count { $0.isStrange })
    #expect(sum("betfair-stream", \.disagreements) + sum("betfair", \.disagreements) == 0)
    let rows = try store.rows()
    let known = Self.races.filter { race in
      race.isInResults || race.isInDaily || race.isInStream
    }
    #expect(rows.count == known.count * 6)
    for row in rows where row["horse"]!.hasPrefix("Horse") {
      let words = row["horse"]!.split(separator: " ")
      let race = Self.races[Int(words[1])!]
      let place = Self.endings.firstIndex(of: String(words[2]))! + 1
      let joins = race.isInStream && !race.isStrange
      #expect(
        Double(row["bsp"]!) == (race.isInDaily || joins ? race.bsp(place) : nil), "\(row["horse"]!)"
      )
      #expect(Double(row["morning_wap"]!) == (race.isInDaily ? race.bsp(place) + 1 : nil))
      #expect(Double(row["reduction_factor"]!) == (joins ? Double(10 + place) : nil))
      #expect(row["position"] == (race.isInResults ? "\(place)" : place == 1 ? "1" : ""))
    }
    // The table of prices has the morning's price of each runner of the daily files.
    let prices = try store.rows("prices")
    #expect(
      prices.count == (daily.count - dailyAmbiguous.count) * 6
        && Set(prices.map { $0["name"] }) == ["morning_wap"])
  }

  @Test func `what the mapping knows and leaves is not told as unused`() throws {
    let (_, imported) = try Self.imported(streamFirst: false)
    #expect(
      imported.filter { $0.key != "rpscrape" }.values.joined().allSatisfy {
        $0.unusedColumns == nil
      })
  }
}
