import ColumnStore
import Columns
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import Cards
@testable import EntityReports
@testable import Features
@testable import Questions
@testable import RunnerKeys

/// Facts of races and of earlier runs, against their definitions, as fields and as keys.
@Suite struct FactTests {
  private static let races = FactRaces(races: 60, salt: 71).rows
  private static let store = Result { try StoreFixture.snapshot(csv: FactRaces.csv(races)) }

  /// The runners, and per fact what the definitions say about each.
  private static let expected = Result {
    let reference = FactReference(try store.get())
    return (rows: reference.rows, values: reference.values())
  }

  @Test func `every fact of every runner is the reference's`() throws {
    let snapshot = try Self.store.get()
    for fact in RunnerFact.allCases {
      let found = try Self.values(fact, snapshot)
      let expected = try Self.expected.get().values[fact]!
      try #require(found.count == expected.count)
      let wrong = found.indices.filter { !FactReference.areSame(found[$0], expected[$0], fact) }
      #expect(
        wrong.isEmpty,
        """
        \(fact.rawValue), seed \(SeededGenerator.seed): \(wrong.count) rows, \
        found \(wrong.first.map { found[$0] ?? "–" } ?? ""), \
        expected \(wrong.first.map { expected[$0] ?? "–" } ?? "")
        """)
      // A fact that is the same everywhere would show nothing.
      #expect(Set(found.compactMap { $0 }).count > 1, "\(fact.rawValue)")
    }
  }

  @Test func `a break's length and an order of classes are the user's`() throws {
    let snapshot = try Self.store.get()
    var reference = FactReference(snapshot)
    reference.rules.breakDays = 9
    reference.rules.classOrder = ["Group 1", "G", "Class 2", "Class 5", "Class 3"]
    for fact in [RunnerFact.runsSinceBreak, .classChange] {
      let expected = reference.rows.indices.map { reference.value(fact, $0) }
      #expect(try Self.values(fact, snapshot, reference.rules) == expected, "\(fact.rawValue)")
      #expect(try Self.values(fact, snapshot) != expected, "\(fact.rawValue)")
    }
  }

  @Test func `a source may have an order of classes of its own, which tells of no other source`()
    throws
  {
    let snapshot = try Self.store.get()
    var reference = FactReference(snapshot)
    reference.rules.classOrders = ["west": ["Class 5", "Class 2", "G"], "east": []]
    for plain in [[], ["Class 3", "Class 2", "Group 1"]] {
      reference.rules.classOrder = plain
      let expected = reference.rows.indices.map { reference.value(.classChange, $0) }
      #expect(try Self.values(.classChange, snapshot, reference.rules) == expected)
      #expect(Set(expected.compactMap { $0 }).count > 2)
    }
    // An order that all sources have is the same as the plain one, but for horses that move.
    var (same, own) = (FactRules.standard, FactRules.standard)
    same.classOrder = ["Class 5", "Class 2", "G"]
    own.classOrders = ["west": same.classOrder]
    let (plain, ofWest) = try (
      Self.values(.classChange, snapshot, same), Self.values(.classChange, snapshot, own)
    )
    let west = reference.rows.indices.filter { reference.rows[$0]["source"] == "west" }
    #expect(west.allSatisfy { ofWest[$0] == nil || ofWest[$0] == plain[$0] })
    #expect(west.contains { ofWest[$0] != nil })
  }

  @Test func `a fact that no runner of a source has is named once`() throws {
    let snapshot = try Self.store.get()
    func absences(_ where: String, _ order: [String: [String]] = [:]) throws -> [String] {
      var batch = ReportBatch(
        try ["jockey", "headgear_change"].map { key in
          var question = ReportQuestion(try Dimension(key))
          question.scope.filter = try Filter(`where`)
          return question
        })
      batch.facts.classOrders = order
      return try ReportJob(batch, from: snapshot).run().absences.map(\.description)
    }
    #expect(try absences("career_runs > 0 and class_change < 0") == [])
    #expect(
      try absences("class_change < 0", ["west": ["第一班", "第二班"]]) == [
        "class_change: found no runner of west that has it, so keys and conditions on it leave them "
          + "out; --class-order gives the order of its classes"
      ])
  }

  @Test(arguments: [UInt64(1), 2])
  func `filters on facts select the rows that the definitions do`(salt: UInt64) throws {
    let snapshot = try StoreFixture.snapshot(
      csv: FactRaces.csv(FactRaces(races: 30, salt: 80 + salt).rows))
    let reference = FactReference(snapshot)
    let values = reference.values()
    let fields = RunnerFact.allCases.map { FilterField.named($0.rawValue)! }
    var columns: [String: Column] = [:]
    var names: [String: [String]] = [:]
    for fact in RunnerFact.allCases {
      let own = Set(values[fact]!.compactMap { $0 }).sorted()
      columns[fact.rawValue] = Self.column(values[fact]!, fact, own)
      names[fact.rawValue] = own
    }
    let plain = FilterReference(columns: columns, names: names)
    var random = RandomFilters(salt: salt, fields: fields)
    var hits = 0
    for _ in 0..<100 {
      let expression = random.expression(depth: 2)
      let filter = try Filter(expression.description)
      var keys = KeyColumns(months: try snapshot.monthViews(), snapshot: snapshot)
      let mask = try FilterMasks([filter], &keys, threads: 2)[filter]!
      let found = mask.flatMap { month in (0..<month.count).map { month[$0] } }
      let expected = reference.rows.indices.map { plain.holds(expression, row: $0) == true }
      #expect(found == expected, "\(filter) with seed \(SeededGenerator.seed)")
      hits += Set(expected).count - 1
    }
    #expect(hits > 20)
  }

  @Test func `a fact is a key whose rows count the runners that have it`() throws {
    let snapshot = try Self.store.get()
    let (rows, values) = try Self.expected.get()
    // Every stored field is a key, too; the stored size of a field is completed by the starters.
    let stored = RacingTables.questionNames.filter { $0 != "field_size" }
    for key in RunnerFact.allCases.filter({ $0 != .oddsShare }).map(\.rawValue) + stored {
      let table = try ReportTable(by: key, windows: ["all"], of: snapshot)
      var runs: [String: Int] = [:]
      for (index, row) in rows.enumerated() where row.isStarter {
        let value = RunnerFact(rawValue: key).map { values[$0]![index] } ?? row[key]
        if let value { runs[Self.printed(value, key), default: 0] += 1 }
      }
      let found = zip(table.names, table.rows).map {
        ($0, Int($1[table.header.firstIndex(of: "runs")!])!)
      }
      #expect(Dictionary(uniqueKeysWithValues: found) == runs, "\(key)")
      #expect(runs.count > 1, "\(key)")
    }
  }

  @Test func `features have facts as columns, of runs before their first day, too`() throws {
    let snapshot = try Self.store.get()
    let (rows, values) = try Self.expected.get()
    var request = try FeatureRequest(dimensions: ["jockey"], windows: [try Window("30d")])
    let facts = [RunnerFact.careerRuns, .lastJockey, .isFavourite, .lastSP]
    try request.setColumns(facts.filter { !$0.isOfRace }.map(\.rawValue))
    try request.setTargets(facts.filter(\.isOfRace).map(\.rawValue))
    request.from = Day(iso: "2025-03-01")
    let table = try FeatureJob(request, from: snapshot).run().table
    let wanted = rows.indices.filter {
      rows[$0].isStarter && Day(Int32(rows[$0].day)) >= request.from!
    }
    try #require(table.rowCount == wanted.count && wanted.count > 20)
    for fact in facts {
      let column = table[(fact.isOfRace ? "target_" : "") + fact.rawValue]!
      for (row, index) in wanted.enumerated() {
        let expected = values[fact]![index]
        let found: String? =
          switch column.values {
          case _ where column.isNull(row): nil
          case .text(let texts): texts[row]
          case .boolean(let flags): flags[row] ? "true" : "false"
          case .double(let numbers): "\(numbers[row])"
          default: column.slot(row)
          }
        let isSame =
          fact == .lastSP
          ? found.flatMap(Double.init) == expected.flatMap(Double.init) : found == expected
        #expect(isSame, "\(fact.rawValue)")
      }
    }
  }

  @Test func `a card has records by facts of earlier runs, not by those of the race`() throws {
    let day = Day(Int32(try Self.expected.get().rows.last!.day))
    let request = try CardRequest(day: day, dimensions: ["career_runs", "jockey+last_course"])
    let card = try CardJob(request, from: Self.store.get()).run()
    #expect(card.races.contains { $0.runners.contains { $0.figures[0].isNamed } })
    for text in ["is_favourite", "band(sp,2)", "runners+jockey"] {
      #expect(throws: ReportError.self) { try CardRequest(day: day, dimensions: [text]) }
      #expect(throws: ReportError.self) { try FeatureRequest(dimensions: [text]) }
    }
  }

  /// docs/questions.md: what follows from earlier runs was known on the morning of the day.
  @Test(arguments: [40, 75])
  func `nothing of a day or later changes a fact of earlier runs of the day`(place: Int) throws {
    let days = Set(Self.races.map(FactRaces.date)).sorted()
    let day = days[days.count * place / 100]
    let facts = RunnerFact.allCases.filter { !$0.isOfRace }
    let expected = try Self.ofDay(day, Self.races, facts)
    #expect(!expected.isEmpty)
    // The day's rows keep who runs where under what weight; results and prices are others.
    let changed = Self.races.map { row in
      FactRaces.date(row) < day
        ? row : Self.changed(row, headgear: FactRaces.date(row) > day ? "z" : nil)
    }
    #expect(try Self.ofDay(day, changed, facts) == expected)
    let deleted = Self.races.filter { FactRaces.date($0) <= day }
    #expect(try Self.ofDay(day, deleted, facts) == expected)
    // Two horses a race, so that none seems to be a race of the other source.
    let added = ["east", "north"].flatMap { source in
      (1...14).map {
        FactRaces.row(
          String(repeating: ",", count: FactRaces.names.count - 1),
          with: [
            "race_id": "new \(source) \($0 / 2)", "date": day, "course": "New \(source)",
            "class": "Class 1",
            "going": "New", "distance_m": "999", "number": "\($0)", "horse": "H\($0)",
            "jockey": "New", "trainer": "New", "position": "\($0)", "outcome": "finished",
            "sp": "9", "headgear": "z", "source": source,
          ])
      }
    }
    #expect(try Self.ofDay(day, added + Self.races, facts) == expected)
    // Otherwise the test could pass on anything.
    let earlier = Self.races.map { FactRaces.date($0) < day ? Self.changed($0) : $0 }
    #expect(try Self.ofDay(day, earlier, facts) != expected)
  }

  // MARK: - Implementation

  /// A key's value as reports print it: days and instants are stored as numbers.
  private static func printed(_ value: String, _ key: String) -> String {
    switch RacingTables.flatField(key)?.type {
    case .date: Day(Int32(value)!).iso
    case .instant: Moment.text(Int64(value)!) + "Z"
    default: value
    }
  }

  /// A fact of all runners as texts, in stored order.
  static func values(
    _ fact: RunnerFact, _ snapshot: Snapshot, _ rules: FactRules = .standard
  ) throws -> [String?] {
    var keys = KeyColumns(months: try snapshot.monthViews(), snapshot: snapshot, rules: rules)
    keys.prepare(fact.rawValue)
    return keys.months.indices.flatMap { month in
      let column = keys.flatColumn(fact.rawValue, month: month)
      let names = keys.names(ofField: fact.rawValue)
      return (0..<column.count).map { row -> String? in
        if column.isNull(row) { return nil }
        switch column.type {
        case .coded: return names[Int(column.int32s[row])]
        case .boolean: return column.booleans[row] ? "true" : "false"
        case .micros: return Decimal6(micros: column.int64s[row]).description
        default: return column.slot(row)
        }
      }
    }
  }

  private static func column(_ values: [String?], _ fact: RunnerFact, _ names: [String]) -> Column {
    let validity = Validity(values.map { $0 != nil })
    switch fact.type {
    case .boolean: return Column(.boolean, .boolean(Bitmap(values.map { $0 == "true" })), validity)
    case .micros:
      return Column(
        .micros, .int64(Buffer(values.map { $0.map { Decimal6($0)!.micros } ?? 0 })), validity)
    case .coded:
      return Column(
        .coded(dictionary: fact.rawValue),
        .int32(Buffer(values.map { $0.map { Int32(names.firstIndex(of: $0)!) } ?? 0 })), validity)
    default: return Column(.int32, .int32(Buffer(values.map { Int32($0 ?? "0")! })), validity)
    }
  }

  /// Facts of a day's runners, by race and number.
  private static func ofDay(
    _ day: String, _ rows: [String], _ facts: [RunnerFact]
  ) throws -> [String: [String?]] {
    let snapshot = try StoreFixture.snapshot(csv: FactRaces.csv(rows))
    let stored = FactReference(snapshot).rows
    let values = try facts.map { try Self.values($0, snapshot) }
    var found: [String: [String?]] = [:]
    for (index, row) in stored.enumerated()
    where Day(Int32(row.day)).iso == day && !row["race_id"]!.hasPrefix("new") {
      found["\(row["race_id"]!) \(row["number"]!)"] = values.map { $0[index] }
    }
    return found
  }

  /// Returns the same runner with another result and another price.
  private static func changed(_ row: String, headgear: String? = nil) -> String {
    var values = ["position": "1", "outcome": "finished", "beaten_lengths": "0.1", "sp": "77"]
    values["headgear"] = headgear
    return FactRaces.row(row, with: values)
  }
}
