import ColumnStore
import Columns
import Foundation
import Mappings
import Racing
import RowReading

/// Gives each race of a file its key in the store.
///
/// Keys of one value get one spelling: the stored one, or the file's first. A key that contains the
/// course does not distinguish two courses of one name: where the countries differ, the later race
/// gets its country behind the key. Where one of two races names no country, or they may be two
/// races of an hour that occurs twice, their runners must confirm that they are one.
package struct RaceIdentity {
  let writer: StoreWriter
  let form: RaceKeyForm
  /// Whether races of the file's months may be stored.
  let readsStored: Bool
  /// The spellings of courses, countries and horses.
  let names: MatchingNames
  /// Oddities of the rows.
  package var doubts = RowDoubts()
  /// The countries of the file's races that have taken their keys, by key.
  private(set) var taken: [String: Int32?] = [:]
  /// The keys of the file's races, if some off time occurs twice.
  private(set) var fileKeys: Set<String> = []
  private var newKeys: [Int32: String] = [:]
  private var newOffs: [Int32: Int64] = [:]

  /// Prepares to read a file's rows.
  package init(_ writer: StoreWriter, _ form: RaceKeyForm, readsStored: Bool) {
    (self.writer, self.form, self.readsStored) = (writer, form, readsStored)
    names = MatchingNames(writer, aliases: NameAliases())
  }

  /// Gives a file's rows the stored keys of their races, and groups them if no key has changed.
  ///
  /// - Parameters:
  ///   - rows: A file's rows.
  ///   - naming: Locked while names are looked up.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  package mutating func settle(_ rows: inout ImportRows, _ naming: NSLock) throws(StoreError) {
    let table = rows.table
    let refused = rows.refused
    let groups = RaceGroups(table, leavingOut: refused.isEmpty ? nil : { refused.contains($0) })
    var months: Set<Month> = []
    if readsStored {
      let dates = table.dates
      for day in Set((0..<groups.count).map({ dates[Int(groups[$0].first!)] })) {
        months.insert(Month(of: Day(day)))
      }
      months.formIntersection(storedMonths)
    }
    let stored = try StoredKeys(of: months, form, writer)
    let column = table["country"]
    let changing = form.hasCourse ? Set(column.map { RowChanges(groups).races(in: $0) } ?? []) : []
    guard !arePlain(groups, table, stored, changing) else {
      rows.table = table.without(Field.ofRaceIdentity)
      rows.groups = refused.isEmpty ? groups : nil
      return
    }
    naming.lock()
    defer { naming.unlock() }
    try settle(&rows, races(of: table, groups, changing), stored)
  }

  /// Returns a key without the ending that marks a country or a later race; nil for a key without
  /// such an ending.
  static func base(of key: String) -> String? {
    guard let dash = key.lastIndex(of: "-"), dash != key.startIndex else { return nil }
    let ending = key[key.index(after: dash)...]
    let isCountry = (2...3).contains(ending.utf8.count) && ending.utf8.allSatisfy { $0 &- 65 < 26 }
    return isCountry || key[dash...] == RepeatedOffs.ending ? String(key[..<dash]) : nil
  }

  // MARK: - Implementation

  /// A race of the file.
  struct Race {
    var key: String
    let rows: [Int32]
    /// The code of its country.
    let country: Int32?
  }

  /// The stored key of a race, or the reason why it is refused.
  enum Choice {
    case key(String)
    case refused(String)
  }

  /// Whether no key must change, as in nearly every file.
  private func arePlain(
    _ groups: RaceGroups, _ table: Table, _ stored: StoredKeys, _ changing: Set<Int>
  ) -> Bool {
    guard changing.isEmpty, table[Field.otherOff.name] == nil, !stored.haveSpellings else {
      return false
    }
    let ids = table.raceIDs
    let countries = Cells(table["country"]?.int32s, table["country"])
    // Dividends have no runners to decide by.
    let isDeciding =
      form.hasCourse && (table["outcome"] != nil || table["country"] != nil)
      || table[Field.openHalf.name] != nil
    let merged = form.hasCourse ? MergedRaces(table) : nil
    return (0..<groups.count).allSatisfy { group in
      let rows = groups[group]
      if let merged, merged.areTwo(rows) { return false }
      let id = ids.utf8(Int(rows.first!))
      return form.value(id) == nil
        && stored.isPlain(id, countries.first(of: rows), isDeciding: isDeciding)
    }
  }

  private mutating func settle(
    _ rows: inout ImportRows, _ races: [Race], _ stored: StoredKeys
  ) throws(StoreError) {
    let table = rows.table
    var months: [Month: StoredMonth] = [:]
    let merged = form.hasCourse ? MergedRaces(table) : nil
    let races = spelled(races, stored, table)
    if table[Field.otherOff.name] != nil { fileKeys = Set(races.map(\.key)) }
    for race in races {
      if let merged, merged.areTwo(race.rows[...]) {
        rows.refuse(
          race.rows, .conflict,
          "found the runners of two races under this key, some in one position or of one number; "
            + "expected a key, a race number or a country that distinguishes them")
        continue
      }
      switch try choice(of: race, stored, table, &months) {
      case .key(let key): take(race, key, stored, table)
      case .refused(let detail): rows.refuse(race.rows, .ambiguousRace, detail)
      }
    }
    rows.table = replaced(table).without(Field.ofRaceIdentity)
  }

  private var storedMonths: Set<Month> {
    Set(writer.months(of: RacingTables.races)).union(writer.months(of: RacingTables.dividends))
  }

  /// Returns the races; a key with several countries gives several races.
  private func races(of table: Table, _ groups: RaceGroups, _ changing: Set<Int>) -> [Race] {
    let ids = table.raceIDs
    let countries = Cells(table["country"]?.int32s, table["country"])
    var races: [Race] = []
    for group in 0..<groups.count {
      let rows = groups[group]
      let key = ids[Int(rows.first!)]
      guard changing.contains(group) else {
        races.append(Race(key: key, rows: Array(rows), country: countries.first(of: rows)))
        continue
      }
      // Rows that name no country belong to the first one.
      var parts: [(number: Int32?, rows: [Int32])] = []
      let first = number(countries.first(of: rows))
      for row in rows {
        let own = number(countries[Int(row)]) ?? first
        if let place = parts.firstIndex(where: { $0.number == own }) {
          parts[place].rows.append(row)
        } else {
          parts.append((own, [row]))
        }
      }
      races += parts.map {
        Race(key: key, rows: $0.rows, country: countries.first(of: $0.rows[...]))
      }
    }
    return races
  }

  /// The number that spellings of a country share.
  func number(_ country: Int32?) -> Int32? {
    country.flatMap { names.countries.number(ofCode: $0) }
  }

  /// Returns the races under one spelling of each key.
  private mutating func spelled(_ races: [Race], _ stored: StoredKeys, _ table: Table) -> [Race] {
    guard !form.isExact else { return races }
    var spelled = races
    let facts = RowContent(
      table, only: ["date", "off_time", "race_no", "course", "country"])
    var firsts: [[UInt8]: Int] = [:]
    for index in races.indices {
      var key = races[index].key
      let value = key.withUTF8 { form.value($0) }
      let known = stored.spellings(of: key, value: value)
      if let fitting = known.first(where: {
        $0 == key || !isElsewhere(races[index], stored[$0], table)
      }) {
        spelled[index].key = fitting
      } else if let other = known.first {
        doubts.keptApart.note("\(key) and \(other)")
        continue
      } else if let first = firsts[value ?? Array(key.utf8)], races[first].key != key {
        // Races that differ stay two, even if their keys differ only in a zero.
        let rows = races[first].rows + races[index].rows
        guard !facts.contradicts(among: rows[...]) else {
          doubts.keptApart.note("\(key) and \(races[first].key)")
          continue
        }
        spelled[index].key = races[first].key
      } else {
        firsts[value ?? Array(key.utf8)] = index
      }
      if IdentifierValue.differInZeros(key, spelled[index].key) {
        doubts.raceKeys.note("\(key) and \(spelled[index].key)")
      }
    }
    return spelled
  }

  /// Whether a race is of another day or course than a stored one.
  private func isElsewhere(_ race: Race, _ known: StoredKeys.Race?, _ table: Table) -> Bool {
    guard let known else { return false }
    let code = Cells(table["course"]?.int32s, table["course"]).first(of: race.rows[...])
    let courses = [code, known.course].compactMap {
      $0.flatMap { names.courses.number(ofCode: $0) }
    }
    return table.dates[Int(race.rows[0])] != known.day
      || courses.count == 2 && courses[0] != courses[1]
  }

  private mutating func take(
    _ race: Race, _ key: String, _ stored: StoredKeys, _ table: Table
  ) {
    taken[key] = number(race.country)
    let ids = table.raceIDs
    for row in race.rows where ids[Int(row)] != key { newKeys[row] = key }
    guard let known = stored[key] else { return }
    if let country = race.country, let before = known.country,
      let own = number(country), let other = number(before), own != other
    {
      let (old, new) = (
        names.countries.spelling(ofCode: before), names.countries.spelling(ofCode: country)
      )
      doubts.countries.note("\(key): \(old) to \(new)")
    }
    guard let off = known.off else { return }
    // The stored race decides which of the two moments it is.
    if let others = table[Field.otherOff.name] {
      for row in race.rows where !others.isNull(Int(row)) && others.int64s[Int(row)] == off {
        newOffs[row] = off
      }
    }
    // It also decides the half of the day if only the stored race has a country.
    if race.country == nil, known.country != nil, let open = table[Field.openHalf.name],
      let offs = table["off_time"]
    {
      for row in race.rows.map({ Int($0) }) where open.booleans[row] && !offs.isNull(row) {
        let halves = [0, -1, 1].map { offs.int64s[row] + $0 * HalfDays.half }
        newOffs[Int32(row)] = halves.min { abs($0 - off) < abs($1 - off) }
      }
    }
  }

  private func replaced(_ table: Table) -> Table {
    var table = table
    if !newKeys.isEmpty {
      let keys = table["race_id"]!
      table = table.replacing(
        "race_id",
        Column(
          texts: (0..<table.rowCount).map { row in
            newKeys[Int32(row)] ?? (keys.isNull(row) ? nil : keys.texts[row])
          }))
    }
    if !newOffs.isEmpty, let offs = table["off_time"] {
      table = table.replacing(
        "off_time",
        Column(
          .instant,
          int64s: (0..<table.rowCount).map { row in
            newOffs[Int32(row)] ?? (offs.isNull(row) ? nil : offs.int64s[row])
          }))
    }
    return table
  }
}
