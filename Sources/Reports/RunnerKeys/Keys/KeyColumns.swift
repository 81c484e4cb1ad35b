import ColumnStore
import Columns
import Racing

/// The columns to group and filter runners by, each computed at most once per run.
///
/// A stored name is a code already, so its mapped column is used as it is. All other columns are
/// derived here.
package struct KeyColumns: Sendable {
  package let months: [MonthView]
  /// The earlier months, whose runners are not included.
  private let earlier: [Month]
  let snapshot: Snapshot
  private let aliases: NameAliases
  private let rules: FactRules
  private var facts: [RunnerFact: FactColumn] = [:]
  private var columns: [String: KeyColumn] = [:]
  private var days: [Buffer<Int32>]?
  /// The past that the following months need; nil if none follow.
  private var past: PastRuns?
  /// Whether every code has a name, in all columns prepared with names.
  package private(set) var areSound = true

  package init(
    months: [MonthView], after earlier: [Month] = [], snapshot: Snapshot,
    aliases: NameAliases = NameAliases(), rules: FactRules = .standard, past: PastRuns? = nil
  ) {
    self.months = months
    self.earlier = earlier
    self.snapshot = snapshot
    self.aliases = aliases
    self.rules = rules
    self.past = past
  }

  /// Returns the columns of the following months, none computed yet.
  ///
  /// Facts of earlier runs continue from these months, so prepare the same ones here first.
  package func followed(by months: [MonthView]) -> KeyColumns {
    KeyColumns(
      months: months, after: earlier + self.months.map(\.month), snapshot: snapshot,
      aliases: aliases, rules: rules, past: past)
  }

  /// Checks that the store has every source with its own class order.
  ///
  /// - Throws: ``ReportError`` `.unknownSource` for the first source that it lacks.
  func checkSources() throws(ReportError) {
    guard let place = rules.sourcesPlace else { return }
    let sources = snapshot.dictionary("source")
    let known = (0..<sources.count).map { sources[$0] }.sorted()
    for source in rules.classOrders.keys.sorted() where !known.contains(source) {
      throw .unknownSource(place: place, found: source, among: known)
    }
  }

  /// The price behind favourites, ranks and bands of odds.
  private var market: Market { rules.market ?? .sp }

  /// The number of columns computed.
  var count: Int { columns.count + facts.count }

  /// Bytes of the facts computed.
  package var factBytes: Int {
    facts.values.reduce(0) { $0 + $1.months.reduce(0) { $0 + $1.heldBytes } }
  }

  /// Returns the codes of a key of ``Dimension/keyNames``, or of another coded field.
  mutating func column(_ key: String) -> KeyColumn {
    if let known = columns[key] { return known }
    var column = derived(key) ?? valued(key) ?? coded(key)
    column.classOrder = KeyColumn.classOrder(of: key, rules)
    columns[key] = column
    return column
  }

  /// Returns the codes of a key or another coded field, and checks that each code has a name.
  ///
  /// - Returns: The column; all codes −1 if the stored codes are damaged.
  package mutating func namedColumn(_ key: String) -> KeyColumn {
    let found = column(key)
    if found.hasNames { return found }
    areSound = false
    let none = found.months.map { codes in
      Buffer<Int32>(count: codes.count) { $0.initialize(repeating: -1) }
    }
    let column = KeyColumn(months: none, names: found.names, isSound: false)
    columns[key] = column
    return column
  }

  /// Returns, per month and runner, the days since the horse's previous start; see
  /// `DaysSinceLastRun`.
  mutating func daysSinceLastRun() -> [Buffer<Int32>] {
    if let days { return days }
    let horses = namedColumn("horse")
    let pass = past?.days ?? DaysSinceLastRun(horses: horses.names.count)
    past?.days = pass
    let found = zip(months, horses.months).map { pass.days(of: $0, horses: $1) }
    days = found
    return found
  }

  /// Returns a fact's values by month and runner.
  mutating func fact(_ fact: RunnerFact) -> FactColumn {
    prepare([fact], threads: 1)
    return facts[fact]!
  }

  /// Computes facts that are not computed yet, several in parallel.
  package mutating func prepare(_ wanted: [RunnerFact], threads: Int) {
    let asked = RunnerFact.allCases.filter { wanted.contains($0) && facts[$0] == nil }
    guard !asked.isEmpty else { return }
    // Facts of earlier runs take longest and start first; the others fill idle threads.
    let missing = asked.filter { !$0.isOfRace } + asked.filter(\.isOfRace)
    var named: [String: KeyColumn] = [:]
    for field in missing.flatMap({ FactColumns.fields(of: $0, rules) }) {
      named[field] = namedColumn(field)
    }
    let source = FactColumns(rules: rules, named: named.mapValues(\.names))
    let passes = missing.map { past?.facts[$0] ?? source.pass($0) }
    let rows = months.indices.map { month in
      FactMonth(
        view: months[month], market: market, codes: named.mapValues { $0.months[month] })
    }
    // One fact that needs no other month is computed by months in parallel, several facts by fact.
    let isOne = missing.count == 1 && missing[0].isOfRace
    let found = ParallelTasks.map(count: missing.count, threads: threads) { index in
      FactColumn(
        months: ParallelTasks.map(count: rows.count, threads: isOne ? threads : 1) {
          passes[index].column(of: rows[$0])
        }, names: passes[index].names)
    }
    for (fact, pass) in zip(missing, passes) { past?.facts[fact] = pass }
    for (fact, column) in zip(missing, found) {
      facts[fact] = column
      if let names = column.names {
        var own = KeyColumn(months: column.months.map(\.codesOrMissing), names: names)
        own.classOrder = KeyColumn.classOrder(of: fact.rawValue, rules)
        columns[fact.rawValue] = own
      }
    }
  }

  /// Returns the values of a fact prepared before.
  func preparedFact(_ fact: RunnerFact) -> FactColumn { facts[fact]! }

  /// Returns a column prepared before.
  package func prepared(_ key: String) -> KeyColumn { columns[key]! }

  /// The days since the last run, prepared before.
  var preparedDays: [Buffer<Int32>] { days! }

  /// Checks that a text column's offsets lie within its bytes.
  package mutating func checkTexts(_ field: String) {
    areSound =
      areSound && months.allSatisfy { $0.races[field]?.texts.isInBytes ?? true }
      && months.allSatisfy { $0.runners[field]?.texts.isInBytes ?? true }
  }

  // MARK: - Implementation

  /// Returns a stored coded field, with the names of its spellings.
  private mutating func coded(_ key: String) -> KeyColumn {
    let field = RacingTables.flatField(key)!
    let stored = KeyColumn(
      months: months.map { month in
        // Races have their own columns, and in most months the source of their runners.
        month.races[key].map { month.spread($0.codesOrMissing) }
          ?? month.runners.column(field).codesOrMissing
      }, names: snapshot.dictionary(key))
    let spellings = aliases.spellings(of: key)
    if spellings.isEmpty { return stored }
    let respelling = past?.respellings[key] ?? Respelling(stored.names, spellings)
    past?.respellings[key] = respelling
    return respelling.column(stored)
  }

  /// Returns the names of a key that has its own order.
  package static func orderedNames(ofKey key: String) -> [String]? {
    switch key {
    case "distance_band": DistanceBand.allCases.map(\.name)
    case "field_size_band": FieldSizeBand.allCases.map(\.name)
    case "weekday": Weekday.allCases.map(\.name)
    case Dimension.none: [Dimension.everyone]
    case "odds_band": OddsBand.allCases.map(\.name)
    case "days_since_last_run_band": DaysSinceLastRunBand.allCases.map(\.name)
    default: CalendarKey(rawValue: key)?.names
    }
  }

  private mutating func derived(_ key: String) -> KeyColumn? {
    let names = Self.orderedNames(ofKey: key) ?? []
    return switch key {
    case "draw", "number": numbers(key)
    case "distance_band":
      ofRaces(names) { month in
        let metres = month.races.column(RacingTables.flatField("distance_m")!).int32s
        return { race in (DistanceBand(metres: metres[race])?.rawValue).map(Int32.init) ?? -1 }
      }
    case "field_size_band":
      ofRaces(names) { month in
        { race in
          (FieldSizeBand(starters: month.starterCount(race))?.rawValue).map(Int32.init) ?? -1
        }
      }
    case "weekday":
      ofRaces(names) { month in
        { race in Int32(Weekday(of: Day(month.dates[race])).rawValue) }
      }
    case "month": calendarMonths()
    case Dimension.none: ofRaces(names) { _ in { _ in 0 } }
    case "odds_band":
      ofRunners(names, months.map { $0.prices(of: market) }) { odds in
        (OddsBand(oddsMicros: odds)?.rawValue).map(Int32.init) ?? -1
      }
    case "days_since_last_run_band":
      ofRunners(names, daysSinceLastRun()) { days in
        days == DaysSinceLastRun.unknown
          ? -1 : Int32(DaysSinceLastRunBand(days: days > 0 ? days : nil).rawValue)
      }
    default:
      CalendarKey(rawValue: key).map { calendar in
        ofRaces(names) { month in { race in calendar.code(of: Day(month.dates[race])) } }
      }
    }
  }

  /// Returns the column of a key whose values are not names, or are bands of a number; nil for
  /// others.
  private mutating func valued(_ key: String) -> KeyColumn? {
    if let band = KeyBand(key) {
      for field in band.value.fieldNames { prepare(field) }
      return banded(months.indices.map { column(of: band.value, month: $0) }, band)
    }
    let type = Self.type(ofField: key)
    if case .coded = type {
      guard let fact = RunnerFact(rawValue: key) else { return nil }
      _ = self.fact(fact)
      return columns[key]
    }
    prepare(key)
    let values = months.indices.map { flatColumn(key, month: $0) }
    switch type {
    case .boolean: return flagged(values)
    case .text: return texts(values)
    default: return numbered(values, type)
    }
  }

  private func banded(_ values: [Column], _ band: KeyBand) -> KeyColumn {
    KeyColumn(
      months: values.map { column in
        let unit = column.type == .micros ? 1 : Decimal6.one
        return Buffer(count: column.count) { codes in
          for row in codes.indices {
            codes[row] = column.isNull(row) ? -1 : band.place(of: column.number(row) * unit)
          }
        }
      }, names: NameDictionary(band.names), isOrdered: true)
  }

  private func flagged(_ values: [Column]) -> KeyColumn {
    KeyColumn(
      months: values.map { column in
        let flags = column.booleans
        return Buffer(count: column.count) { codes in
          for row in codes.indices { codes[row] = column.isNull(row) ? -1 : flags[row] ? 1 : 0 }
        }
      }, names: NameDictionary(["false", "true"]), isOrdered: true)
  }

  /// Gives each text its own code.
  private func texts(_ values: [Column]) -> KeyColumn {
    var names: [String] = []
    var codeOf: [String: Int32] = [:]
    let months = values.map { column in
      Buffer<Int32>(count: column.count) { codes in
        for row in codes.indices {
          // Bytes of damaged texts are not read.
          guard areSound, !column.isNull(row) else {
            codes[row] = -1
            continue
          }
          let text = column.texts[row]
          if codeOf[text] == nil {
            codeOf[text] = Int32(names.count)
            names.append(text)
          }
          codes[row] = codeOf[text]!
        }
      }
    }
    return KeyColumn(months: months, names: NameDictionary(names), isSound: areSound)
  }

  /// Writes a number as its type's text.
  package static func name(of number: Int64, _ type: ColumnType) -> String {
    switch type {
    case .micros: Decimal6(micros: number).description
    case .date: Day(Int32(number)).iso
    case .instant: Moment.text(number) + "Z"
    default: String(number)
    }
  }

  /// Gives codes to numbers, days or instants, smallest first.
  private func numbered(_ values: [Column], _ type: ColumnType) -> KeyColumn {
    var found: Set<Int64> = []
    for column in values {
      var last: Int64?
      for row in 0..<column.count where !column.isNull(row) {
        let value = column.number(row)
        if value != last { found.insert(value) }
        last = value
      }
    }
    let numbers = found.sorted()
    let codeOf = Dictionary(uniqueKeysWithValues: zip(numbers, Int32(0)...))
    let names = numbers.map { Self.name(of: $0, type) }
    return KeyColumn(
      months: values.map { column in
        Buffer(count: column.count) { codes in
          for row in codes.indices {
            codes[row] = column.isNull(row) ? -1 : codeOf[column.number(row)]!
          }
        }
      },
      names: NameDictionary(names), isOrdered: true)
  }

  /// Repeats a race's code for its runners.
  private func ofRaces(
    _ names: [String], _ code: (MonthView) -> (_ race: Int) -> Int32
  ) -> KeyColumn {
    KeyColumn(
      months: months.map { month in
        let code = code(month)
        return month.spread(Buffer((0..<month.races.rowCount).map(code)))
      }, names: NameDictionary(names), isOrdered: true)
  }

  /// Computes a code from one value of each runner.
  private func ofRunners<Value>(
    _ names: [String], _ values: [Buffer<Value>], _ code: (Value) -> Int32
  ) -> KeyColumn {
    KeyColumn(
      months: values.map { values in
        Buffer(count: values.count) { codes in
          for (row, value) in values.enumerated() { codes[row] = code(value) }
        }
      }, names: NameDictionary(names), isOrdered: true)
  }

  /// Computes month codes; all rows of a segment lie in one month.
  private func calendarMonths() -> KeyColumn {
    let own = months.map { Month(of: Day($0.dates[0])) }
    return KeyColumn(
      months: months.indices.map { index in
        Buffer(
          [Int32](
            repeating: Int32(earlier.count + index), count: months[index].runners.rowCount))
      }, names: NameDictionary((earlier + own).map(\.iso)), isOrdered: true)
  }

  /// Gives codes to small whole numbers, smallest first.
  private func numbers(_ key: String) -> KeyColumn {
    let columns = months.map { $0.runners.column(RacingTables.flatField(key)!) }
    var isThere = [Bool](repeating: false, count: 1 << 16)
    for column in columns {
      for (row, value) in column.int16s.enumerated() where !column.isNull(row) {
        isThere[Int(value) + 1 << 15] = true
      }
    }
    let values = isThere.indices.filter { isThere[$0] }.map { $0 - 1 << 15 }
    var codes = [Int32](repeating: -1, count: 1 << 16)
    for (code, value) in values.enumerated() { codes[value + 1 << 15] = Int32(code) }
    return KeyColumn(
      months: columns.map { column in
        let values = column.int16s.pointer
        return Buffer(count: values.count) { out in
          for row in values.indices {
            out[row] = column.isNull(row) ? -1 : codes[Int(values[row]) + 1 << 15]
          }
        }
      }, names: NameDictionary(values.map { String($0) }), isOrdered: true)
  }
}

/// The past of runners up to a month, for the columns of the following months.
package struct PastRuns: Sendable {
  var facts: [RunnerFact: FactPass] = [:]
  var days: DaysSinceLastRun?
  /// The names of spellings by field, the same in all months.
  var respellings: [String: Respelling] = [:]

  package init() {}
}
