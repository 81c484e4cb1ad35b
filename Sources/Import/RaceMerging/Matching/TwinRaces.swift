import ColumnStore
import Columns
import Racing
import RowReading

/// Finds races of a call that occur under another day too, in its files or in the store, or under
/// another key in the store.
///
/// Two races at one course on different days count as one if they have the same runners and
/// results, or if they are at most a few days apart and differ in at most one runner; a race and a
/// stored one of the same day, if they have the same runners and results.
package final class TwinRaces {
  private let writer: StoreWriter
  /// Lazy, as a file without races needs no names.
  private lazy var courses = FoldedNames(
    writer.dictionary("course"), aliases: MatchingNames.builtIn["course", default: []],
    fold: NameFolding.place)
  private lazy var horses = HorseHashes(writer.dictionary("horse"))
  /// The months that were stored before the call.
  private let months: [Month]
  private var parts: [(file: Int, races: DatedRaces)] = []

  /// The most days between two dates of one race: a source may report it a day later or in another
  /// zone, or it was postponed.
  private static let daysApart: Int32 = 3

  /// Prepares to compare the races of a call.
  package init(_ writer: StoreWriter) {
    self.writer = writer
    months = writer.months(of: RacingTables.races)
  }

  /// Reads the races of a file's rows under their stored keys.
  package func races(of rows: ImportRows) -> DatedRaces {
    races(of: rows.table, rows.groups ?? RaceGroups(rows.table, kept: rows.kept))
  }

  /// Drops the races of a file that is to be read again.
  package func forget(_ importID: Int) { parts.removeAll { $0.file == importID } }

  /// Adds races of a file.
  package func add(_ races: DatedRaces, of importID: Int) { parts.append((importID, races)) }

  /// Compares all races with each other and with the stored ones of nearby days.
  ///
  /// - Returns: The doubts in words, by import.
  /// - Throws: ``StoreError`` when a month cannot be read.
  package func doubts() throws(StoreError) -> [Int: [String]] {
    // Stored races come first, as the later of two is the doubtful one.
    let stored = try storedRaces()
    let all = RaceList(
      stored.map { (file: 0, races: $0) } + parts,
      storedCount: stored.reduce(0) { $0 + $1.races.count })
    var found: [Int: RowDoubts] = [:]
    for (place, twin) in all.twins(daysApart: Self.daysApart).sorted(by: { $0.key < $1.key }) {
      let (race, other) = (all[place], all[twin])
      let kind = race.day == other.day ? \RowDoubts.doubles : \RowDoubts.twins
      found[all.file(place), default: RowDoubts()][keyPath: kind].note(
        "race \(race.id) of \(Day(race.day).iso) and race \(other.id) of \(Day(other.day).iso)")
    }
    return found.mapValues(\.lines)
  }

  // MARK: - Implementation

  /// Returns the races stored before the call, at the call's courses and on nearby days.
  private func storedRaces() throws(StoreError) -> [DatedRaces] {
    guard !months.isEmpty, !parts.isEmpty else { return [] }
    var days: [Int32: Set<Int32>] = [:]
    for part in parts {
      for race in part.races.races { days[race.course, default: []].insert(race.day) }
    }
    let near = days.mapValues { days in
      Set(days.flatMap { $0 - Self.daysApart...$0 + Self.daysApart })
    }
    let wanted = Set(near.values.flatMap { $0.map { Month(of: Day($0)) } })
    let ids = Set(parts.flatMap { $0.races.races.map(\.id) })
    var found: [DatedRaces] = []
    for month in months where wanted.contains(month) {
      guard let races = try writer.rows(of: RacingTables.races, month),
        let column = races["course"],
        let runners = try writer.rows(of: RacingTables.runners, month)
      else { continue }
      let (keys, dates, codes) = (races.raceIDs, races.dates, column.int32s)
      let isNear = (0..<races.rowCount).map { race in
        guard !column.isNull(race), let course = courses.number(ofCode: codes[race]),
          let days = near[course]
        else { return false }
        return days.contains(dates[race]) && !ids.contains(keys[race])
      }
      guard isNear.contains(true) else { continue }
      let flat = FlatRows.joined(
        runners: runners.only(["race_index", "horse", "position"]),
        races: races.only(["race_id", "date", "course"]))
      let indices = runners.raceIndices
      found.append(
        self.races(of: flat, RaceGroups(flat) { !isNear[Int(indices[$0])] }))
    }
    return found
  }

  private func races(of rows: Table, _ groups: RaceGroups) -> DatedRaces {
    DatedRaces(rows, groups, horses: horses, courses: courses.number(ofCode:))
  }
}

/// The races of several parts in one order: first the stored ones, then the call's.
private struct RaceList {
  private let parts: [(file: Int, races: DatedRaces)]
  private let places: [(part: Int32, race: Int32)]
  private let storedCount: Int

  init(_ parts: [(file: Int, races: DatedRaces)], storedCount: Int) {
    self.parts = parts
    self.storedCount = storedCount
    places = parts.indices.flatMap { part in
      parts[part].races.races.indices.map { (part: Int32(part), race: Int32($0)) }
    }
  }

  subscript(place: Int) -> DatedRaces.Race {
    parts[Int(places[place].part)].races.races[Int(places[place].race)]
  }

  /// Returns the import that a race belongs to.
  func file(_ place: Int) -> Int { parts[Int(places[place].part)].file }

  /// Returns the call's races that seem to repeat earlier ones, with those, by their places.
  func twins(daysApart: Int32) -> [Int: Int] {
    var twins = sameResults()
    addNeighbours(daysApart, to: &twins)
    return twins
  }

  // MARK: - Implementation

  /// Races of one course and day that are next to each other in the list.
  private struct Meeting {
    let course: Int32
    let day: Int32
    var places: Range<Int>
  }

  /// Returns the call's races with the same course, runners and results as an earlier one.
  private func sameResults() -> [Int: Int] {
    // A table of places by hash, at most half full.
    let count = places.count - storedCount
    let size = 1 << (Int.bitWidth - (2 * count).leadingZeroBitCount)
    var table = [Int32](repeating: -1, count: size)
    var twins: [Int: Int] = [:]
    for place in storedCount..<places.count {
      let race = self[place]
      guard let result = race.result else { continue }
      var slot = Int(truncatingIfNeeded: result) & (size - 1)
      while table[slot] >= 0, self[Int(table[slot])].result != result {
        slot = (slot + 1) & (size - 1)
      }
      if table[slot] < 0 {
        table[slot] = Int32(place)
      } else if race.isOnOtherDay(than: self[Int(table[slot])]) {
        twins[place] = Int(table[slot])
      }
    }
    return twins
  }

  /// Adds the races that differ in at most one runner from an earlier one of a nearby day, or in
  /// their keys alone from a stored one.
  private func addNeighbours(_ daysApart: Int32, to twins: inout [Int: Int]) {
    for meetings in Dictionary(grouping: meetings(), by: \.course).values {
      let meetings = meetings.sorted { $0.day < $1.day }
      var first = 0
      for (index, meeting) in meetings.enumerated() {
        while meeting.day - meetings[first].day > daysApart { first += 1 }
        // No real course has more races; the pairs would cost the square of their number.
        guard meeting.places.count <= Limits.alikeRaces else { continue }
        for before in meetings[first..<index]
        where before.places.count <= Limits.alikeRaces
          && (before.day != meeting.day || isStored(before) || isStored(meeting))
        {
          for one in before.places {
            for other in meeting.places where max(one, other) >= storedCount {
              guard isAlike(one, other) else { continue }
              let (early, late) = (min(one, other), max(one, other))
              twins[late] = min(early, twins[late] ?? early)
            }
          }
        }
      }
    }
  }

  private func isStored(_ meeting: Meeting) -> Bool { meeting.places.lowerBound < storedCount }

  private func meetings() -> [Meeting] {
    var meetings: [Meeting] = []
    for place in places.indices {
      let race = self[place]
      if let last = meetings.last, last.course == race.course, last.day == race.day,
        place != storedCount
      {
        meetings[meetings.count - 1].places = last.places.lowerBound..<place + 1
      } else {
        meetings.append(Meeting(course: race.course, day: race.day, places: place..<place + 1))
      }
    }
    return meetings
  }

  /// Whether two races differ in at most one runner; one of them is the call's.
  private func isAlike(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (self[one], self[other])
    // Quick test: most pairs fail it.
    guard abs(left.runners.count - right.runners.count) <= 1, left.sharesSmallest(with: right),
      left.isOnOtherDay(than: right)
        || left.id != right.id && left.result == right.result && left.result != nil
          && min(one, other) < storedCount
    else { return false }
    let (horses, others) = (Set(horses(one)), Set(horses(other)))
    let shared = horses.intersection(others).count
    return shared >= DatedRaces.fewestRunners && max(horses.count, others.count) - shared <= 1
  }

  private func horses(_ place: Int) -> ArraySlice<UInt32> {
    parts[Int(places[place].part)].races.horses[self[place].runners]
  }
}

extension DatedRaces.Race {
  /// Whether this race may be the other one under another key and day.
  fileprivate func isOnOtherDay(than other: DatedRaces.Race) -> Bool {
    day != other.day && id != other.id
  }

  /// Whether one of its two smallest horses is among the other's two smallest.
  fileprivate func sharesSmallest(with other: DatedRaces.Race) -> Bool {
    smallest.0 == other.smallest.0 || smallest.0 == other.smallest.1
      || smallest.1 == other.smallest.0 || smallest.1 == other.smallest.1
  }
}

extension Table {
  /// Returns some of its columns.
  fileprivate func only(_ names: Set<String>) -> Table {
    Table(
      zip(fields, columns).filter { names.contains($0.0.name) }.map {
        (name: $0.0.name, column: $0.1)
      })
  }
}
