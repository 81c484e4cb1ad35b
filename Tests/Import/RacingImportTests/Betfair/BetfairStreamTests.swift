import Foundation
import MappingProposals
import Mappings
import RowReading
import StoreImport
import Testing

/// A month of the exchange's streams, made up, beside results of another source.
struct BetfairStreamTests {
  private static let courses = ["Kempton", "Cheltenham", "Ayr"]
  private static let endings = ["Un", "Deux", "Trois", "Quatre", "Cinq", "Six"]

  /// A race of May 2024, six a day.
  private struct Race {
    let index: Int
    var day: String { BetfairStreamTests.two(index / 6 + 1) }
    var hour: Int { 13 + index % 6 }
    var course: String { courses[index % 3] }
    /// Whether the exchange has no market of it.
    var isMissing: Bool { index % 10 == 9 }
    /// Whether the exchange's names are others, so that nothing confirms the race.
    var isStrange: Bool { index % 20 == 4 }
    /// Whether a runner was removed, which the other source does not name.
    var hasRemoved: Bool { index % 5 == 0 }

    func bsp(_ place: Int) -> Double { 1.5 + Double(place * (index % 7 + 1)) / 4 }
  }

  private static let races = (0..<180).map { Race(index: $0) }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

  /// A market's messages: as it opens, a price, and as it closes.
  private static func market(_ race: Race, isPlace: Bool, isClosed: Bool = true) -> String {
    let id = "1.\(1000 + race.index * 2 + (isPlace ? 1 : 0))"
    func definition(closed: Bool) -> String {
      var runners = (1...6).map { place in
        let won = isPlace ? place <= 2 : place == 1
        let bsp = isPlace ? 1 + race.bsp(place) / 5 : race.bsp(place)
        let name = (race.isStrange ? "馬 " : "Horse ") + "\(race.index) \(endings[place - 1])"
        return
          #"{"adjustmentFactor":\#(10 + place).5,"status":"\#(closed ? won ? "WINNER" : "LOSER" : "ACTIVE")","#
          + (closed ? #""bsp":\#(bsp),"# : "")
          + #""sortPriority":\#(place),"id":\#(race.index * 10 + place),"name":"\#(name)"}"#
      }
      if race.hasRemoved {
        runners.insert(
          #"{"adjustmentFactor":12.5,"status":"REMOVED","removalDate":"2024-05-\#(race.day)T07:00:50.000Z","id":9,"name":"Horse \#(race.index) Gone"}"#,
          at: 0)
      }
      return
        #"{"op":"mcm","pt":1,"mc":[{"id":"\#(id)","marketDefinition":{"marketBaseRate":5.0,"eventTypeId":"7","#
        + #""numberOfWinners":\#(isPlace ? 2 : 1),"marketType":"\#(isPlace ? "PLACE" : "WIN")","#
        + #""marketTime":"2024-05-\#(race.day)T\#(race.hour - 1):30:00.000Z","venue":"\#(race.course)","countryCode":"GB","#
        + #""somethingNew":{"of":[1,{"unknown":null}]},"status":"\#(closed ? "CLOSED" : "OPEN")","#
        + #""name":"\#(isPlace ? "To Be Placed" : "1m2f Hcap")","runners":[\#(runners.joined(separator: ","))]}}]}"#
    }
    let price = #"{"op":"mcm","pt":2,"mc":[{"id":"\#(id)","rc":[{"ltp":15.0,"id":11}]}]}"#
    let lines = [definition(closed: false), price] + (isClosed ? [definition(closed: true)] : [])
    return lines.joined(separator: "\n") + "\n"
  }

  private static var results: String {
    "date,course,off,ran,pos,horse,race_name,type\n"
      + races.flatMap { race in
        (1...6).map {
          "2024-05-\(race.day),\(race.course),\(race.hour - 12):30,6,\($0),"
            + "Horse \(race.index) \(endings[$0 - 1]) (GB),Handicap,Flat\n"
        }
      }.joined()
  }

  private static func write(_ text: String, _ name: String, in store: TestStore) throws -> String {
    let path = store.folder + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `a month of streams joins the races of another source`() throws {
    let store = TestStore()
    let path = try Self.write(Self.results, "results.csv", in: store)
    #expect(try store.add([path], format: "rpscrape")[0].counts == [1080, 1080, 0, 0])
    let files = try (0..<30).map { day in
      let ofDay = Self.races[(day * 6)..<(day * 6 + 6)].filter { !$0.isMissing }
      let text = ofDay.map { Self.market($0, isPlace: false) + Self.market($0, isPlace: true) }
      return try Self.write(text.joined(), "\(3000 + day)", in: store)
    }
    let imported = try store.add(files, format: "betfair-stream")
    #expect(Self.races.count(where: \.isMissing) == 18)
    #expect(imported.reduce(0) { $0 + $1.matchedRaces } == 180 - 18 - 9)
    #expect(imported.reduce(0) { $0 + $1.ambiguousRaces } == 9)
    // Both markets' rows of a runner are one before races are matched.
    #expect(imported.reduce(0) { $0 + $1.rejected } == 9 * 6)
    let rows = try store.rows()
    #expect(rows.count == 1080 + 36)
    let byHorse = Dictionary(uniqueKeysWithValues: rows.map { ($0["horse"]!, $0) })
    for race in Self.races {
      let isOpen = race.isMissing || race.isStrange
      for place in 1...6 {
        let horse = "Horse \(race.index) \(Self.endings[place - 1]) (GB)"
        let row = try #require(byHorse[horse])
        #expect(Double(row["bsp"]!) == (isOpen ? nil : race.bsp(place)), "\(horse)")
        #expect(row["place_won"] == (isOpen ? "" : place <= 2 ? "true" : "false"), "\(horse)")
        #expect(row["position"] == "\(place)" && row["race_type"] == "flat")
        #expect(Double(row["reduction_factor"]!) == (isOpen ? nil : 10.5 + Double(place)))
        #expect(row["place_winners"] == (isOpen ? "" : "2"))
      }
      guard race.hasRemoved else { continue }
      let gone = try #require(byHorse["Horse \(race.index) Gone"])
      #expect(gone["outcome"] == "non_runner" && gone["removed_at"]!.contains("07:00:50"))
      #expect(Double(gone["reduction_factor"]!) == 12.5 && Double(gone["base_rate"]!) == 5)
    }
  }

  /// A message that defines a market, its runners given as JSON.
  private static func definition(
    _ runners: [String], id: String = "1.77", type: String = "WIN",
    facts: String = #""venue":"Ayr","countryCode":"GB","#, status: String = "OPEN"
  ) -> String {
    #"{"op":"mcm","pt":1,"mc":[{"id":"\#(id)","marketDefinition":{"eventTypeId":"7","marketType":"\#(type)","#
      + #""marketTime":"2024-05-01T12:30:00.000Z",\#(facts)"numberOfWinners":2,"status":"\#(status)","#
      + #""name":"1m Hcap","runners":[\#(runners.joined(separator: ","))]}}]}"# + "\n"
  }

  private static func runner(_ id: Int, _ status: String, _ more: String = "") -> String {
    #"{"id":\#(id),"name":"Horse \#(id)","status":"\#(status)","sortPriority":\#(id)\#(more)}"#
  }

  private static func rowsByHorse(_ store: TestStore) throws -> [String: [String: String]] {
    Dictionary(uniqueKeysWithValues: try store.rows().map { ($0["horse"]!, $0) })
  }

  @Test(arguments: [
    [runner(4, "REMOVED", #","removalDate":"2024-05-01T11:00:00.000Z","adjustmentFactor":9.5"#)],
    [],
  ])
  func `runners that the last definition does not name stay, without a result`(last: [String])
    throws
  {
    let store = TestStore()
    let first = Self.definition(
      (1...3).map { Self.runner($0, "ACTIVE") } + [
        Self.runner(
          4, "REMOVED", #","removalDate":"2024-05-01T11:00:00.000Z","adjustmentFactor":9.5"#)
      ])
    // The closing message has no venue either.
    let text = first + Self.definition(last, facts: "", status: "CLOSED")
    let file = try store.add(
      [Self.write(text, "1.77", in: store)], format: "betfair-stream")[0]
    #expect(file.counts == [4, 4, 0, 0] && file.unresolved == 3)
    #expect(
      file.doubts == [
        "\(4 - last.count) runners are missing in the last definition of 1 markets and are as "
          + "earlier ones left them, such as \(4 - last.count) of market 1.77"
      ])
    let rows = try Self.rowsByHorse(store)
    #expect((1...3).allSatisfy { rows["Horse \($0)"]?["outcome"] == "unresolved" })
    let removed = try #require(rows["Horse 4"])
    #expect(removed["outcome"] == "non_runner" && removed["course"] == "Ayr")
    #expect(removed["reduction_factor"] == "9.5" && removed["removed_at"]!.contains("11:00:00"))
  }

  /// The times of the closing definition, on the first line, and of an open one on the second.
  @Test(arguments: [
    (#""pt":5"#, #""pt":3"#, 0), (#""pt":5"#, #""pt":5"#, 2), (#""pt":5"#, #""pt":7"#, 2),
    (#""pt":5"#, #""clk":"A""#, 2), (#""pt":1757089320005"#, #""pt":1757089320004"#, 0),
  ])
  func `the definition that was published last counts, on whatever line`(
    closing: String, open: String, unresolved: Int
  ) throws {
    let store = TestStore()
    let text =
      Self.definition(
        [Self.runner(1, "WINNER", #","bsp":2.5"#), Self.runner(2, "LOSER")], status: "CLOSED"
      ).replacing(#""pt":1"#, with: closing)
      + Self.definition([Self.runner(1, "ACTIVE", #","bsp":9.5"#), Self.runner(2, "ACTIVE")])
      .replacing(#""pt":1"#, with: open)
    let file = try store.add(
      [Self.write(text, "1.77", in: store)], format: "betfair-stream")[0]
    #expect(file.counts == [2, 2, 0, 0] && file.unresolved == unresolved && file.doubts.isEmpty)
    let rows = try Self.rowsByHorse(store)
    let isSettled = unresolved == 0
    #expect(rows["Horse 1"]?["outcome"] == (isSettled ? "finished" : "unresolved"))
    #expect(rows["Horse 2"]?["outcome"] == (isSettled ? "lost" : "unresolved"))
    #expect(rows["Horse 1"]?["bsp"] == (isSettled ? "2.5" : "9.5"))
  }

  @Test func `a market that opens again has no result, of runners left out either`() throws {
    let store = TestStore()
    let text =
      Self.definition([Self.runner(1, "WINNER"), Self.runner(2, "LOSER")], status: "CLOSED")
      + Self.definition([Self.runner(2, "ACTIVE")]).replacing(#""pt":1"#, with: #""pt":2"#)
    let file = try store.add(
      [Self.write(text, "1.77", in: store)], format: "betfair-stream")[0]
    #expect(file.counts == [2, 2, 0, 0] && file.unresolved == 2)
    #expect(
      try Self.rowsByHorse(store).values.map { $0["outcome"] } == ["unresolved", "unresolved"])
  }

  @Test(arguments: [#""runners":[]"#, #""runners":null"#, #""runners":{}"#, #""other":1"#])
  func `a market of which no definition names a runner is named`(runners: String) throws {
    let store = TestStore()
    let empty = Self.definition([], status: "CLOSED").replacing(#""runners":[]"#, with: runners)
    let file = try store.add(
      [Self.write(empty + empty, "1.77", in: store)], format: "betfair-stream")[0]
    let doubt = "1 markets have no runner in any definition, such as market 1.77"
    #expect(file.counts == [0, 0, 0, 0] && file.doubts == [doubt])
    let partial = [[Self.runner(1, "ACTIVE")], []].map { Self.definition($0, id: "1.78") }
    let both = try store.add(
      [Self.write(empty + partial.joined(), "1.78", in: store)], format: "betfair-stream")[0]
    #expect(
      both.counts == [1, 1, 0, 0]
        && both.doubts == [
          doubt,
          "1 runners are missing in the last definition of 1 markets and are as earlier ones left "
            + "them, such as 1 of market 1.78",
        ])
  }

  @Test func `a value is the newest that some definition has, and a runner may come back`() throws {
    let store = TestStore()
    let removal = #","removalDate":"2024-05-01T11:00:00.000Z""#
    let text =
      Self.definition([
        Self.runner(1, "ACTIVE", #","adjustmentFactor":30.5"#), Self.runner(2, "REMOVED", removal),
      ])
      + Self.definition([
        Self.runner(1, "WINNER", #","bsp":2.5"#), Self.runner(2, "ACTIVE", #","bsp":null"#),
        Self.runner(3, "LOSER", #","bsp":8.0"#),
      ])
      + Self.definition(
        [Self.runner(1, "WINNER", #","bsp":null"#), Self.runner(2, "LOSER")], status: "CLOSED")
      + Self.definition(
        [Self.runner(2, "WINNER"), Self.runner(3, "LOSER")], id: "1.78", type: "PLACE")
      + Self.definition(
        [Self.runner(3, "LOSER")], id: "1.78", type: "PLACE", status: "CLOSED")
    let file = try store.add(
      [Self.write(text, "1.77", in: store)], format: "betfair-stream")[0]
    #expect(file.counts[0] == 5 && file.rejected == 0)
    #expect(
      file.doubts == [
        "2 runners are missing in the last definition of 2 markets and are as earlier ones left "
          + "them, such as 1 of market 1.77"
      ])
    let rows = try Self.rowsByHorse(store)
    #expect(rows["Horse 1"]?["bsp"] == "2.5" && rows["Horse 1"]?["position"] == "1")
    #expect(rows["Horse 1"]?["reduction_factor"] == "30.5")
    #expect(rows["Horse 2"]?["outcome"] != "non_runner")
    #expect(["", nil].contains(rows["Horse 2"]?["removed_at"]))
    #expect(rows["Horse 2"]?["place_won"] == "true" && rows["Horse 3"]?["place_won"] == "false")
    #expect(rows["Horse 3"]?["bsp"] == "8")
  }

  @Test func `a broken line is refused with its place, and the rest is read`() throws {
    let store = TestStore()
    let race = Self.races[1]
    let broken = #"{"op":"mcm","mc":[{"id":"1.1","marketDefinition":{"marketType" "WIN"}}]}"#
    let text = Self.market(race, isPlace: false) + "{\"op\":\"mcm\",\"mc\":[\n" + broken + "\n"
    let path = try Self.write(text, "1.1002", in: store)
    let imported = try store.add([path], format: "betfair-stream")[0]
    #expect(imported.counts == [8, 6, 0, 2] && imported.reasons == ["broken_line": 2])
    let rejects = try store.rejects()
    #expect(
      rejects.map(\.detail) == [
        "line 4 (byte 18): found the end of the line; expected } at its end",
        "line 5 (byte 64): found \"WIN\"; expected a colon behind the member's name",
      ])
    #expect(rejects.map(\.raw) == ["{\"op\":\"mcm\",\"mc\":[", broken])
  }

  @Test func `a broken line leaves the list once the stream of its name has it whole`() throws {
    let store = TestStore()
    let whole = Self.market(Self.races[1], isPlace: false)
    let lines = whole.split(separator: "\n")
    let last = try #require(lines.last { $0.contains("marketDefinition") })
    let cut = lines.filter { $0 != last }.joined(separator: "\n") + "\n\(last.dropLast(40))"
    func add(_ text: String, _ folder: String, _ name: String) throws -> Int {
      try FileManager.default.createDirectory(
        atPath: store.folder + "/" + folder, withIntermediateDirectories: true)
      let path = try Self.write(text, folder + "/" + name, in: store)
      return try store.add([path], format: "betfair-stream")[0].rejected
    }
    #expect(try add(cut, "first", "1.1002") == 1)
    #expect(try store.rejects().map(\.raw) == [String(last.dropLast(40))])
    // Another market's stream and another broken form of the line take it from no list.
    #expect(try add(Self.market(Self.races[2], isPlace: false), "other", "1.1002") == 0)
    #expect(try add(String(cut.dropLast(9)), "shorter", "1.1002") == 1)
    #expect(try add(whole + "\n", "elsewhere", "1.9999") == 0)
    #expect(try store.rejects().count == 2)
    #expect(try add(whole, "whole", "1.1002") == 0)
    #expect(try store.rejects().isEmpty)
  }

  @Test(arguments: [
    (#"{"id":"1.1","marketDefinition":null}"#, "null; expected an object"),
    (#"{"id":"1.1","marketDefinition":5}"#, "5; expected an object"),
    (
      #"{"marketDefinition":{"marketType":"WIN"}}"#,
      "a definition without an id; expected a market's id beside it"
    ),
  ])
  func `a change that defines no market is a broken line`(change: String, fault: String) throws {
    let store = TestStore()
    let line = #"{"op":"mcm","mc":[\#(change)]}"# + "\n"
    let text = line + Self.market(Self.races[1], isPlace: false)
    let path = try Self.write(text, "1.1002", in: store)
    #expect(try store.add([path], format: "betfair-stream")[0].counts == [7, 6, 0, 1])
    let detail = try #require(try store.rejects().first?.detail)
    #expect(detail.hasPrefix("line 1 (byte ") && detail.hasSuffix("): found " + fault), "\(detail)")
    let alone = try Self.write(line, "1.1", in: store)
    let error = #expect(throws: ImportError.self) {
      try store.add([alone], format: "betfair-stream")
    }
    #expect(
      error
        == .file(
          .malformed(
            file: alone, found: "no market of 7/WIN or 7/PLACE, but broken lines; \(detail)",
            expected: "a stream of market changes")))
  }

  /// The exchange's name of a clock, and the day there of an off at 00:40 in UTC.
  @Test(arguments: [
    ("America/Los_Angeles", "2024-05-01"), ("Australia/Sydney", "2024-05-02"),
    ("GMT", "2024-05-02"), (nil, "2024-05-02"),
  ])
  func `the day is that of the course`(zone: String?, day: String) throws {
    let store = TestStore()
    let market = Self.market(Self.races[6], isPlace: false)
      .replacing("T12:30", with: "T00:40")
      .replacing(
        #""countryCode""#, with: (zone.map { #""timezone":"\#($0)","# } ?? "") + #""countryCode""#)
    let path = try Self.write(market, "1.1012", in: store)
    let file = try store.add([path], format: "betfair-stream")[0]
    #expect(file.counts == [6, 6, 0, 0])
    #expect(try Set(store.values("date")) == [day])
    #expect(try Set(store.values("off_time")) == ["2024-05-02 00:40:00.000000Z"])
  }

  @Test func `a market without a venue is refused alone`() throws {
    let store = TestStore()
    let bad = Self.market(Self.races[1], isPlace: false)
      .replacing(#""venue":"Cheltenham","#, with: "")
    let paths = [
      try Self.write(bad, "1.1", in: store),
      try Self.write(Self.market(Self.races[2], isPlace: false), "1.2", in: store),
    ]
    let imported = try store.add(paths, format: "betfair-stream")
    #expect(imported.map(\.counts) == [[6, 0, 0, 6], [6, 6, 0, 0]])
    #expect(imported[0].reasons == ["race_id": 6])
    let rejects = try store.rejects()
    #expect(rejects.map(\.line) == [1, 2, 3, 4, 5, 6])
    #expect(
      Set(rejects.map(\.detail)) == ["market 1.1002: found nothing; expected a value"])
  }

  @Test func `refused rows of many markets are reported with their own`() throws {
    let store = TestStore()
    func withoutVenue(_ race: Race, isPlace: Bool) -> String {
      Self.market(race, isPlace: isPlace).replacing(#""venue":"\#(race.course)","#, with: "")
    }
    let text =
      withoutVenue(Self.races[1], isPlace: false) + Self.market(Self.races[2], isPlace: false)
      + withoutVenue(Self.races[3], isPlace: true)
    let path = try Self.write("{\"op\":\n" + text, "1.9", in: store)
    #expect(try store.add([path], format: "betfair-stream")[0].counts == [19, 6, 0, 13])
    let rejects = try store.rejects()
    #expect(rejects.map(\.line) == Array(1...7) + Array(14...19))
    #expect(rejects[0].detail.hasPrefix("line 1 (byte "))
    let told = (1...12).map { "market \($0 <= 6 ? "1.1002" : "1.1007"): found nothing" }
    #expect(rejects.dropFirst().map(\.detail) == told.map { $0 + "; expected a value" })
  }

  @Test func `an unknown time zone is named`() throws {
    let store = TestStore()
    let market = Self.market(Self.races[1], isPlace: false)
      .replacing(#""countryCode""#, with: #""timezone":"Mars/Phobos","countryCode""#)
    let path = try Self.write(market, "1.1002", in: store)
    #expect(try store.add([path], format: "betfair-stream")[0].counts == [6, 0, 0, 6])
    #expect(
      try store.rejects().first?.detail
        == "market 1.1002: found 2024-05-01T13:30:00.000Z Mars/Phobos; expected "
        + "YYYY-MM-DD'T'HH:mm:ss[.SSS]Z in a known time zone, which Mars/Phobos is not")
  }

  @Test func `a place market read after its win market leaves no outcome open`() throws {
    let store = TestStore()
    let paths = try [false, true].map {
      try Self.write(Self.market(Self.races[2], isPlace: $0), "1.\($0 ? 2 : 1)", in: store)
    }
    #expect(try store.add(paths, format: "betfair-stream").map(\.unresolved) == [0, 0])
    let other = TestStore()
    let place = try other.add([paths[1]], format: "betfair-stream")[0]
    #expect(place.unresolved == 6)
  }

  /// The place market's off two minutes after the win market's, in one file and in two.
  @Test(arguments: [1, 2], [false, true])
  func `markets of a race whose times differ fill the same runners`(
    fileCount: Int, placeFirst: Bool
  ) throws {
    let store = TestStore()
    let (race, next) = (Self.races[2], Self.races[5])
    let place = Self.market(race, isPlace: true).replacing("14:30:00", with: "14:32:00")
    var markets = [Self.market(race, isPlace: false), place]
    if placeFirst { markets.reverse() }
    // Another race of the course, as soon after, has other runners and is one of its own.
    markets[0] += Self.market(next, isPlace: false).replacing("17:30:00", with: "14:35:00")
    let texts = fileCount == 1 ? [markets.joined()] : markets
    let paths = try texts.indices.map { try Self.write(texts[$0], "1.\($0)", in: store) }
    let imported = try store.add(paths, format: "betfair-stream")
    #expect(imported.allSatisfy { $0.rejected == 0 })
    let rows = try store.rows().filter { $0["horse"]!.hasPrefix("Horse 2 ") }
    #expect(rows.count == 6 && Set(rows.map { $0["race_id"]! }).count == 1)
    #expect(rows.allSatisfy { $0["bsp"] != "" && $0["place_bsp"] != "" })
    #expect(rows.allSatisfy { $0["place_winners"] == "2" })
    #expect(try Set(store.values("race_id")).count == 2)
    let again = try paths.map { path in
      let text = try String(contentsOfFile: path, encoding: .utf8) + "\n"
      return try Self.write(text, "2.\(path.suffix(1))", in: store)
    }
    let repeated = try store.add(again, format: "betfair-stream")
    #expect(repeated.allSatisfy { $0.stored == 0 && $0.rejected == 0 })
  }

  @Test func `a line that begins no object is broken, a price or not`() throws {
    let store = TestStore()
    let text = "{bad json}\n{ }\n" + Self.market(Self.races[1], isPlace: false)
    let path = try Self.write(text, "1.1002", in: store)
    let file = try store.add([path], format: "betfair-stream")[0]
    // The lines themselves are reported as refused, and no column of theirs as unused.
    #expect(file.counts == [7, 6, 0, 1] && file.unusedColumns?.contains("broken_line") != true)
    #expect(
      try store.rejects().map(\.detail) == [
        "line 1 (byte 2): found {bad json}; expected a name in quotes behind {"
      ])
  }

  @Test func `a look at a stream names the mapping that reads it`() throws {
    let store = TestStore()
    let path = try Self.write(Self.market(Self.races[1], isPlace: false), "1.1002", in: store)
    let error = #expect(throws: ImportError.self) { try FileExplanation(file: path) }
    let replaced = FileExplanation.replacing(try #require(error), of: [ImportFile(path)])
    #expect(
      "\(replaced)" == "\(path): found an exchange's stream; expected a table; railbird import "
        + "--format betfair-stream reads streams")
    let notes = try Self.write("notes", "20240101", in: store)
    let found = #expect(throws: ImportError.self) { try FileExplanation(file: notes) }
    let other = try #require(found)
    #expect(FileExplanation.replacing(other, of: [ImportFile(notes)]) == other)
  }

  @Test func `a number names a file of streams alone`() throws {
    let store = TestStore()
    let folder = store.folder + "/d"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let number = try Self.write("notes", "d/20240101", in: store)
    let table = try Self.write("a,b\n", "d/a.csv", in: store)
    for format in ["railbird", "betfair-stream"] {
      let text = try #require(Mapping.builtInText(format))
      let mapping = try Mapping(yaml: text, file: "test")
      let found = try InputFiles([ImportFile(folder)], for: mapping)
      let isRead = format == "betfair-stream"
      #expect(found.files.map(\.path) == (isRead ? [number, table] : [table]))
      #expect(found.unreadable == (isRead ? [] : [number]))
    }
  }

  @Test func `a market without its closing definition leaves its runners open`() throws {
    let store = TestStore()
    let open = Self.market(Self.races[2], isPlace: false, isClosed: false)
    let path = try Self.write(open, "1.1004", in: store)
    #expect(try store.add([path], format: "betfair-stream")[0].unresolved == 6)
  }

  @Test func `packed markets in the folders of an archive are files of their own`() throws {
    let store = TestStore()
    let folder = store.folder + "/BASIC/2024"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let markets = [false, true].map { Self.market(Self.races[5], isPlace: $0) }
    for (index, market) in markets.enumerated() {
      _ = try Self.write(market, "BASIC/2024/1.\(1010 + index)", in: store)
    }
    // Members by name: tar would take a folder's files in the disk's order.
    let members = "BASIC BASIC/2024 BASIC/2024/*"
    try store.shell("bzip2 BASIC/2024/* && tar --no-recursion -cf month.tar \(members)")
    let text = try #require(Mapping.builtInText("betfair-stream"))
    let mapping = try Mapping(yaml: text, file: "test")
    let found = try InputFiles([ImportFile(store.folder + "/month.tar")], for: mapping)
    #expect(found.files.map(\.name) == ["1.1010.bz2", "1.1011.bz2"])
    let job = ImportJob(store: store.path, mapping: mapping, mappingText: text, now: 0)
    #expect(try job.run(found.files).map(\.counts) == [[7, 7, 0, 0], [7, 7, 0, 0]])
    let rows = try store.rows()
    #expect(rows.count == 7 && rows.count { $0["bsp"] != "" && $0["place_bsp"] != "" } == 6)
  }

  @Test func `other markets are left out, and a file without any market is refused`() throws {
    let store = TestStore()
    let dogs = Self.market(Self.races[1], isPlace: false)
      .replacing(#""eventTypeId":"7""#, with: #""eventTypeId":"4339""#)
    let path = try Self.write(dogs, "1.1", in: store)
    #expect(try store.add([path], format: "betfair-stream")[0].counts == [0, 0, 0, 0])
    let prices = try Self.write("{\"op\":\"mcm\",\"mc\":[]}\n", "1.2", in: store)
    #expect(throws: ImportError.self) { try store.add([prices], format: "betfair-stream") }
  }

  private static let datasets = ProcessInfo.processInfo.environment["RAILBIRD_DATASETS"]

  @Test(.enabled(if: datasets != nil, "needs RAILBIRD_DATASETS"))
  func `a recorded market is read to its last definition`() throws {
    let store = TestStore()
    let path = Self.datasets! + "/betfair-stream-samples/BASIC-1.132153978.ndjson.zst"
    #expect(try store.add([path], format: "betfair-stream")[0].counts == [14, 14, 0, 0])
    let rows = try store.rows()
    #expect(rows.count { $0["outcome"] == "non_runner" && $0["removed_at"] != "" } == 2)
    let winner = try #require(rows.first { $0["position"] == "1" })
    #expect(winner["horse"] == "Brother Mcgonagall" && Double(winner["bsp"]!) == 4.15)
    #expect(winner["date"] == "2017-06-14" && winner["course"] == "Hamilton")
  }
}
