import ColumnStore
import TestSupport
import Testing
@testable import Mappings
@testable import StoreImport

/// Members of JSON rows that come and go: all are read, whichever row has them first.
struct LateColumnTests {
  /// Makes a store by an import that examined that many rows before it read them.
  private static func imported(
    _ text: String, ending: String, yaml: String, lookingAt rows: Int = 20_000, threads: Int = 2
  ) throws -> (store: TestStore, file: ImportedFile) {
    let store = TestStore()
    var job = ImportJob(
      store: store.path, mapping: try Mapping(yaml: yaml, file: "test.yaml"), mappingText: yaml,
      now: 1_775_001_600_000_000)
    job.threads = threads
    job.rowsExamined = rows
    let path = try store.file(text, ending: ending)
    return (store, try job.run([path])[0])
  }

  /// An import's results, without the places and texts of refused rows.
  private struct Outcome: Equatable {
    var counts: [Int]
    var unresolved: Int
    var reasons: [String: Int]
    var unused: Set<String>
    var refused: [Int64]
    var runners: String

    init(_ store: TestStore, _ file: ImportedFile, linesBeforeRows: Int64 = 0) throws {
      counts = file.counts
      unresolved = file.unresolved
      reasons = file.reasons
      unused = Set(file.unusedColumns ?? [])
      refused = try store.rejects().map { $0.line - linesBeforeRows }.sorted()
      runners = try store.exported()
    }
  }

  @Test(arguments: LongForm.cases([1, 2], short: 1), ["ndjson", "json"])
  func `results that begin behind the first 20,000 rows are stored`(threads: Int, ending: String)
    throws
  {
    // The other forms take the same way from a smaller sample.
    let isShort = !LongForm.isWanted && (threads, ending) != (2, "ndjson")
    let looked = isShort ? 2_000 : 20_000
    let races = (0..<looked / 10 + 11).map { race in
      let horses = (0..<10).map { place in
        let isLate = race * 10 + place >= looked + 10
        let result = isLate ? #","position":"\#(place + 1)","sp":"4.5""# : ""
        return #"{"id_horse":"\#(race * 10 + place)","horse":"H\#(place)"\#(result)}"#
      }
      return #"{"id_race":"\#(race)","course":"Parx","date":"2022-01-18 18:00:00","finished":"1","#
        + #""weather":"dry","horses":[\#(horses.joined(separator: ","))]}"#
    }
    let text =
      ending == "json"
      ? "[" + races.joined(separator: ",\n") + "]" : races.joined(separator: "\n")
    let yaml = Mapping.builtInText("poni")!
    let (store, file) = try Self.imported(
      text, ending: ending, yaml: yaml, lookingAt: looked, threads: threads)
    #expect(file.counts == [looked + 110, looked + 110, 0, 0] && file.unresolved == looked + 10)
    #expect(file.unusedColumns == ["../weather"])
    let rows = try store.rows()
    #expect(rows.filter { $0["outcome"] == "finished" }.count == 100)
    #expect(rows.filter { $0["sp"] == "4.5" }.count == 100)
  }

  // MARK: - The same as CSV

  private static let names = [
    "race_id", "date", "horse", "number", "jockey", "trainer", "position", "outcome", "sp",
    "weight_lb", "handicap", "off_time", "going", "note", "form",
  ]

  /// Returns a member's value as JSON and as a CSV cell; no text where JSON has none.
  private static func value(_ name: String, _ row: Int, _ random: inout SeededGenerator)
    -> (json: String, csv: String)
  {
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    func either(_ text: String) -> (String, String) {
      (Bool.random(using: &random) ? text : "\"\(text)\"", text)
    }
    switch number(0...59) {
    case 0: return ("null", "")
    case 1: return ("[]", "")
    case 2: return (#"{"x":[1]}"#, "{…}")
    case 3: return (#"["x"]"#, "[…]")
    case 4: return ("\"?\"", "?")
    default: break
    }
    switch name {
    case "race_id": return either("\(1000 + row / 8)")
    case "date": return ("\"2024-05-06\"", "2024-05-06")
    case "horse": return ("\"Horse \(row)\"", "Horse \(row)")
    case "number": return either("\(row % 8 + 1)")
    case "position": return either("\(number(1...8))")
    case "outcome":
      let word = ["finished", "pulled_up", "non_runner", "fell"][number(0...3)]
      return ("\"\(word)\"", word)
    case "sp", "weight_lb": return either("\(number(2...90)).5")
    case "handicap": return either(number(0...1) == 1 ? "true" : "false")
    case "off_time":
      let time = "2024-05-06T1\(row / 8 % 8):30:00Z"
      return ("\"\(time)\"", time)
    default:
      let name = "Zoë \(number(1...20))"
      return ("\"\(name)\"", name)
    }
  }

  /// Returns rows whose members each appear in one range of rows, with some gaps.
  private static func rows(_ random: inout SeededGenerator) -> (json: [String], csv: String) {
    let count = Int.random(in: 1...120, using: &random)
    let kept = names.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
    let stretches = Set(kept + ["race_id", "date"]).sorted().map { name in
      var stretch = [0, count].map { _ in Int.random(in: 0..<count, using: &random) }.sorted()
      if ["race_id", "date", "horse"].contains(name) { stretch[0] = 0 }
      // Sometimes only the last row has a member.
      if Int.random(in: 0..<8, using: &random) == 0 { stretch = [count - 1, count - 1] }
      if Bool.random(using: &random) { stretch[1] = count - 1 }
      return (name: name, rows: stretch[0]...stretch[1])
    }
    var json: [String] = []
    var csv = [stretches.map(\.name).joined(separator: ",")]
    for row in 0..<count {
      var members: [String] = []
      var cells: [String] = []
      for (name, rows) in stretches {
        let isThere = rows.contains(row) && Int.random(in: 0..<9, using: &random) > 0
        var value = rows.lowerBound == row || isThere ? Self.value(name, row, &random) : nil
        // So that the two files have the same columns.
        while rows.lowerBound == row, value.map({ "n[{".contains($0.json.first!) }) ?? false {
          value = Self.value(name, row, &random)
        }
        if let value { members.append("\"\(name)\":\(value.json)") }
        cells.append(value?.csv ?? "")
      }
      json.append("{" + members.shuffled(using: &random).joined(separator: ",") + "}")
      csv.append(cells.joined(separator: ","))
    }
    return (json, csv.joined(separator: "\n") + "\n")
  }

  private static let loose = Mapping.builtInText("railbird")!

  @Test(
    arguments: LongForm.cases(
      0..<LongForm.count(200, short: 40, "files of JSON beside CSV"), short: 8))
  func `rows of JSON are imported as the same rows of CSV`(seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let (json, csv) = Self.rows(&random)
    let lines = seed.isMultiple(of: 2)
    let text =
      lines ? json.joined(separator: "\n") + "\n" : "[" + json.joined(separator: ",\n") + "]"
    let (csvStore, csvFile) = try Self.imported(csv, ending: "csv", yaml: Self.loose)
    let expected = try Outcome(csvStore, csvFile, linesBeforeRows: 1)
    for looked in [1, 7, 20_000] {
      let (store, file) = try Self.imported(
        text, ending: lines ? "ndjson" : "json", yaml: Self.loose, lookingAt: looked)
      let found = try Outcome(store, file)
      #expect(found == expected, "seed \(SeededGenerator.seed), looked at \(looked)")
      let copy = TestStore()
      if looked == 7, seed.isMultiple(of: 10) {
        try store.replay(into: copy.path)
        #expect(try copy.exported("imports") == store.exported("imports"))
        #expect(try copy.exported() == store.exported())
      }
    }
  }

  // MARK: - The same for every sample size

  private static let ways = """
    name: ways
    tables:
      cards:
        feeds: runners
        rows: races/*/runners/*
        recognised_by: [../id, name, odds]
        fields: &fields
          race_id: {join: [{text: x-}, ../id]}
          date: {first_of: [../day, ../../day], default: "2024-01-02"}
          horse: {first_of: [horse, horse/name, name], optional: true}
          jockey: {column: jockey, optional: true}
          trainer: {first_of: [trainer/name, trainer], optional: true}
          number: {column: no, optional: true, bad: "null"}
          position: {column: pos, optional: true}
          sp: {first_of: [odds, odds/win], optional: true}
      results:
        feeds: runners
        rows: races/*/runners/*
        recognised_by: [../id, name]
        fields: *fields
      lists:
        feeds: runners
        rows: races/*/list/*
        recognised_by: [../id, name, odds, pos]
        fields: *fields
    """

  /// Makes documents whose members are sometimes a text, sometimes an object or list, mostly in
  /// long runs of one kind.
  private static func documents(_ random: inout SeededGenerator) -> String {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    let names = ["horse", "name", "jockey", "trainer", "no", "pos", "odds", "extra"]
    var habits: [String: Int] = [:]
    for name in names { habits[name] = Int.random(in: 0...5, using: &random) }
    func value(_ name: String) -> String? {
      if chance(4) { habits[name] = Int.random(in: 0...5, using: &random) }
      let text = "\(Int.random(in: 1...9, using: &random))"
      switch habits[name] {
      case 0: return nil
      case 1: return "{\"name\":\"\(text)\",\"win\":\(text).5}"
      case 2: return chance(50) ? "[]" : "[\(text)]"
      case 3: return chance(50) ? "null" : nil
      default: return "\"\(text)\""
      }
    }
    func object(_ names: [String]) -> String {
      let members = names.compactMap { name in value(name).map { "\"\(name)\":\($0)" } }
      return "{" + members.joined(separator: ",") + "}"
    }
    let list = chance(30) ? "list" : "runners"
    return (0..<Int.random(in: 1...6, using: &random)).map { document in
      let races = (0..<Int.random(in: 0...3, using: &random)).map { race in
        let runners = (0..<Int.random(in: 0...5, using: &random)).map { _ in object(names) }
        let id = chance(90) ? "\"id\":\"\(document)-\(race)\"," : ""
        let day = chance(20) ? "\"day\":\"2024-01-0\(Int.random(in: 1...9, using: &random))\"," : ""
        let place = chance(95) ? list : "runners"
        return "{\(id)\(day)\"\(place)\":[\(runners.joined(separator: ","))]}"
      }
      return "{\"races\":[\(races.joined(separator: ","))]}\n"
    }.joined()
  }

  @Test(.longForm) func `what is looked at beforehand changes nothing`() throws {
    var (stored, refused, failed) = (0, 0, 0)
    let count = LongForm.count(200, short: 40, "files read from samples of every size")
    for seed in 0..<count {
      var random = SeededGenerator(UInt64(1_000 + seed))
      let text = Self.documents(&random)
      func outcome(_ looked: Int) throws -> (Outcome?, table: String, error: String) {
        do {
          let (store, file) = try Self.imported(
            text, ending: "ndjson", yaml: Self.ways, lookingAt: looked)
          return (try Outcome(store, file), file.table, "")
        } catch let error as ImportError {
          return (nil, "", "\(error)".split(separator: "/").last.map(String.init) ?? "")
        }
      }
      let whole = try outcome(20_000)
      stored += whole.0?.counts[1] ?? 0
      refused += whole.0?.counts[3] ?? 0
      if whole.0 == nil { failed += 1 }
      for looked in [1, 2, 5] {
        let isSame = try outcome(looked) == whole
        #expect(isSame, "seed \(SeededGenerator.seed), round \(seed), looked at \(looked)")
      }
    }
    #expect(
      stored * 2 > count && refused * 2 > count * 5 && failed * 4 < count * 3,
      "\(stored), \(refused), \(failed)")
  }

  @Test func `a table is told by columns that begin late`() throws {
    let first = #"{"races":[{"id":"1","runners":[{"name":"A"},{"name":"B"}]}]}"# + "\n"
    let late = #"{"races":[{"id":"2","runners":[{"name":"C","odds":4.5}]}]}"# + "\n"
    let yaml = Self.ways
    #expect(try Self.imported(first, ending: "ndjson", yaml: yaml).file.table == "results")
    for looked in [1, 20_000] {
      let file = try Self.imported(first + late, ending: "ndjson", yaml: yaml, lookingAt: looked)
        .file
      #expect(file.table == "cards" && file.counts == [3, 3, 0, 0])
    }
  }

  @Test func `a column that the file needs may begin late, and is missed where it is nowhere`()
    throws
  {
    let yaml = mapping("horse: {column: horse}", "position: {column: position}")
    let lines = (0..<9).map { #"{"race_id":"1","date":"2024-01-02","horse":"H\#($0)"}"# + "\n" }
    let late = #"{"race_id":"1","date":"2024-01-02","horse":"I","position":1}"# + "\n"
    let (_, file) = try Self.imported(
      lines.joined() + late, ending: "ndjson", yaml: yaml, lookingAt: 3)
    #expect(file.counts == [10, 10, 0, 0] && file.unresolved == 9)
    let error = #expect(throws: ImportError.self) {
      try Self.imported(lines.joined(), ending: "ndjson", yaml: yaml, lookingAt: 3)
    }
    #expect("\(error!)".hasSuffix("found the columns race_id, date, horse; expected also position"))
  }
}
