import ColumnStore
import Columns
import Mappings
import Racing
import RowReading

extension RaceIdentity {
  /// Chooses the stored race that a race is, by its country and runners, or a new key.
  ///
  /// - Throws: ``StoreError`` when a segment cannot be read.
  mutating func choice(
    of race: Race, _ stored: StoredKeys, _ table: Table, _ months: inout [Month: StoredMonth]
  ) throws(StoreError) -> Choice {
    guard form.hasCourse else { return .key(race.key) }
    if let halves = halves(of: race.key, stored),
      let choice = try choice(of: race, between: halves, stored, table, &months)
    {
      return choice
    }
    // Two races of one file under one key: the first has taken it.
    let isTaken = taken[race.key].map { $0 != number(race.country) } ?? false
    let variants = stored.variants(of: race.key)
    let fitting = variants.filter { agree(race.country, stored[$0]?.country) }
    if !isTaken, variants.isEmpty {
      // Dividends may have come before their races.
      let own = withCountry(race)
      return .key(stored.has(own) ? own : race.key)
    }
    if !isTaken, variants.count == 1, !fitting.isEmpty {
      return try confirmed(race, variants[0], stored, table, &months)
    }
    var alike: [String] = []
    for key in variants {
      let cards = try cards(race, stored[key]!, table, &months)
      if let cards,
        Resemblance(cards.own, cards.other).isConfirmedAlone
          || Self.shareIDs(cards.own, cards.other)
      {
        alike.append(key)
      }
    }
    if alike.count == 1, !isTaken || fitting.contains(alike[0]) { return .key(alike[0]) }
    let own = fitting.filter { number(stored[$0]?.country) == number(race.country) }
    switch (own.count, fitting.count) {
    case (1, _): return .key(own[0])
    case (0, 1) where !isTaken: return try confirmed(race, fitting[0], stored, table, &months)
    case (0, 0): return .key(withCountry(race))
    default:
      return .refused(
        "found \(fitting.count) stored races that it may be, "
          + fitting.joined(separator: " and ") + ", and the runners of none; expected one")
    }
  }

  // MARK: - Implementation

  /// Returns the keys of the two races of an hour that occurs twice; nil unless both are known.
  private func halves(of key: String, _ stored: StoredKeys) -> [String]? {
    let ending = RepeatedOffs.ending
    let base = key.hasSuffix(ending) ? String(key.dropLast(ending.count)) : key
    let halves = [base, base + ending]
    return halves.allSatisfy { fileKeys.contains($0) || stored[$0] != nil } ? halves : nil
  }

  /// Chooses one of two races by the runners; nil where one race names no runners.
  private mutating func choice(
    of race: Race, between halves: [String], _ stored: StoredKeys, _ table: Table,
    _ months: inout [Month: StoredMonth]
  ) throws(StoreError) -> Choice? {
    for key in halves {
      guard let known = stored[key] else { continue }
      guard let (own, other) = try cards(race, known, table, &months),
        [own, other].allSatisfy({ $0.contains { $0.name != nil } })
      else { return nil }
      if Resemblance(own, other).isConfirmed || Self.shareIDs(own, other) { return .key(key) }
    }
    let free = halves.filter { stored[$0] == nil && taken[$0] == nil }
    if let key = free.contains(race.key) ? race.key : free.first { return .key(key) }
    return .refused(
      "found both races of the hour that comes twice stored or in the file, "
        + halves.joined(separator: " and ") + ", and its runners in neither; expected them in one")
  }

  /// Returns the key of a race whose own key belongs to another country's race.
  private func withCountry(_ race: Race) -> String {
    let country = race.country.map { names.countries.spelling(ofCode: $0) } ?? ""
    return country.isEmpty ? race.key : race.key + "-" + country
  }

  private func agree(_ left: Int32?, _ right: Int32?) -> Bool {
    guard let left = number(left), let right = number(right) else { return true }
    return left == right
  }

  /// Returns the key of the only stored race that a race may be, unless its runners contradict it.
  private mutating func confirmed(
    _ race: Race, _ key: String, _ stored: StoredKeys, _ table: Table,
    _ months: inout [Month: StoredMonth]
  ) throws(StoreError) -> Choice {
    let known = stored[key]!
    let isOfOneCountry = number(race.country) == number(known.country)
    let isSure = isOfOneCountry && !mayBeAnother(race, known, table)
    guard !isSure, let (own, other) = try cards(race, known, table, &months) else {
      return .key(key)
    }
    let resemblance = Resemblance(own, other)
    guard !resemblance.isConfirmed, !Self.shareIDs(own, other) else { return .key(key) }
    guard [own, other].allSatisfy({ $0.contains { $0.name != nil } }) else {
      doubts.byKeyAlone.note(key)
      return .key(key)
    }
    let place = known.country.map { "in " + names.countries.spelling(ofCode: $0) }
    return .refused(
      "found the stored race \(key) \(place ?? "without a country") at this course and time, with "
        + "\(resemblance.sharedCount) of \(resemblance.namedCount) runners by these names; "
        + "expected at least \(resemblance.neededCount)"
        + (isOfOneCountry ? ", or both races in one file" : ", or a country in both"))
  }

  /// Whether a race may be at another moment than a stored one with the same off time on the clock.
  private func mayBeAnother(_ race: Race, _ known: StoredKeys.Race, _ table: Table) -> Bool {
    guard let others = table[Field.otherOff.name], let offs = table["off_time"] else {
      return false
    }
    return race.rows.map { Int($0) }.contains { row in
      !others.isNull(row) || !offs.isNull(row) && offs.int64s[row] != known.off ?? offs.int64s[row]
    }
  }

  /// Whether runners are the same by their ids, whatever their names: three fifths of the smaller
  /// number.
  private static func shareIDs(_ own: [Entrant], _ other: [Entrant]) -> Bool {
    let (ids, known) = (Set(own.compactMap(\.horseID)), Set(other.compactMap(\.horseID)))
    let shared = ids.intersection(known).count
    return shared > 0 && shared * 5 >= min(ids.count, known.count) * 3
  }

  /// Returns the runners of a race and of a stored one; nil for dividends, which have none.
  private func cards(
    _ race: Race, _ known: StoredKeys.Race, _ table: Table, _ months: inout [Month: StoredMonth]
  ) throws(StoreError) -> (own: [Entrant], other: [Entrant])? {
    guard table["outcome"] != nil else { return nil }
    if months[known.month] == nil {
      months[known.month] = try StoredMonth(
        writer, known.month, beside: [], names: names, links: RaceLinks(writer))
    }
    guard let stored = months[known.month], let rows = stored.rows(of: [known.key])[known.key]
    else { return nil }
    return (
      RaceCards(table, names: names).card(race.rows[...]).entrants,
      RaceCards(stored.flat, names: names).card(rows).entrants
    )
  }
}
