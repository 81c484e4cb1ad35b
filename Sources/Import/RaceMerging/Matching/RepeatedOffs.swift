import Columns
import Mappings
import Racing
import RowReading

/// Decides which moment an off time means if the clock shows it twice, on the night it goes back.
///
/// The races of a course on a day are in the order of their numbers, of the mapping's `off_order`,
/// or of the file, and so are their moments. Two races whose key contains such a time are
/// distinguished by number or order, or else by the races' names or distances, in the file's order;
/// the later one's key gets an ending.
package struct RepeatedOffs {
  /// The ending of the later race's key.
  static let ending = "-2"

  private let table: Table
  private let ids: TextBuffer
  private let offs: Cells<Int64>
  private let others: Cells<Int64>
  private let numbers: Cells<Int16>
  private let orders: Column?
  private let raceNames: Cells<Int32>
  private let distances: Cells<Int32>
  private let horses: Cells<Int32>

  /// Takes a file's rows, none of them without a race key.
  private init(_ table: Table) {
    self.table = table
    ids = table.raceIDs
    offs = Cells(table["off_time"]?.int64s, table["off_time"])
    others = Cells(table[Field.otherOff.name]?.int64s, table[Field.otherOff.name])
    numbers = Cells(table["race_no"]?.int16s, table["race_no"])
    orders = table[Field.offOrder.name]
    raceNames = Cells(table["race_name"]?.int32s, table["race_name"])
    distances = Cells(table["distance_m"]?.int32s, table["distance_m"])
    horses = Cells(table["horse"]?.int32s, table["horse"])
  }

  /// Settles the off times of a file's rows, and removes the order.
  ///
  /// If the order does not decide which moment it is, the first is the off time and the second
  /// stays in its column.
  package static func settle(_ rows: inout ImportRows) {
    let table = rows.table
    guard let others = table[Field.otherOff.name], table["off_time"] != nil,
      others.validity.nullCount < others.count
    else {
      rows.table = table.without([.offOrder, .otherOff])
      return
    }
    rows.table = RepeatedOffs(table).settled(leavingOut: rows.refused).without([.offOrder])
  }

  // MARK: - Implementation

  /// A race, or the rows that its key does not distinguish from it.
  private struct Race {
    let rows: [Int32]
    let number: Int16?
    let order: [UInt8]?
    let first: Int64
    /// Equal to the first where the clock shows the time once.
    let second: Int64
    var isLaterHalf = false

    var isOpen: Bool { first != second }
  }

  private struct Meeting: Hashable {
    let date: Int32
    let course: Int32?
  }

  private func settled(leavingOut refused: RowSet) -> Table {
    let groups = RaceGroups(table) { refused.contains($0) }
    let (dates, courses) = (table.dates, Cells(table["course"]?.int32s, table["course"]))
    var meetings: [Meeting: [Race]] = [:]
    for race in 0..<groups.count {
      let rows = groups[race]
      let key = Meeting(date: dates[Int(rows.first!)], course: courses.first(of: rows))
      meetings[key, default: []] += races(of: Array(rows))
    }
    var newOffs: [Int32: Int64] = [:]
    var settled: Set<Int32> = []
    var later: Set<Int32> = []
    for races in meetings.values where races.contains(where: \.isOpen) {
      for (race, moment, isSettled) in moments(of: races) {
        for row in race.rows {
          newOffs[row] = moment
          if isSettled { settled.insert(row) }
          if race.isLaterHalf { later.insert(row) }
        }
      }
    }
    return replaced(newOffs, settled, later)
  }

  /// Returns a key's races: two where its off time occurs twice and its rows differ in number or
  /// order.
  private func races(of rows: [Int32]) -> [Race] {
    guard let off = offs.first(of: rows[...]) else { return [] }
    let open = rows.first { others[Int($0)] != nil && offs[Int($0)] != nil }
    let moments = open.map { [offs[Int($0)]!, others[Int($0)]!].sorted() } ?? [off, off]
    func race(_ rows: [Int32]) -> Race {
      Race(
        rows: rows, number: numbers.first(of: rows[...]),
        order: rows.lazy.compactMap(orderText).first,
        first: moments[0], second: moments[1])
    }
    guard open != nil else { return [race(rows)] }
    var parts: [[Int32]] = []
    var places: [[UInt8]: Int] = [:]
    for row in rows {
      let mark = orderText(row) ?? numbers[Int(row)].map { Array("\($0)".utf8) } ?? []
      if let place = places[mark] {
        parts[place].append(row)
      } else {
        places[mark] = parts.count
        parts.append([row])
      }
    }
    if parts.count == 1 { parts = partsByFacts(rows) }
    // More than two parts are not the races of an hour that occurs twice.
    guard parts.count == 2,
      parts.allSatisfy({ part in Set(part.map { numbers[Int($0)] }).count == 1 })
    else { return [race(rows)] }
    var pair = parts.map(race).sorted { Self.precedes($0, $1) ?? ($0.rows[0] < $1.rows[0]) }
    pair[1].isLaterHalf = true
    return pair
  }

  /// Groups rows by the name and distance of their races; one group if a horse is in two.
  private func partsByFacts(_ rows: [Int32]) -> [[Int32]] {
    var parts: [[Int32]] = []
    var places: [[Int32?]: Int] = [:]
    var placesOfHorses: [Int32: Int] = [:]
    for row in rows {
      let facts = [raceNames[Int(row)], distances[Int(row)]]
      let place = places[facts] ?? parts.count
      if place == parts.count {
        places[facts] = place
        parts.append([])
      }
      parts[place].append(row)
      guard let horse = horses[Int(row)] else { continue }
      guard placesOfHorses[horse] ?? place == place else { return [rows] }
      placesOfHorses[horse] = place
    }
    return parts
  }

  /// Returns the moment of each race whose off time occurs twice, and whether the order decides it.
  private func moments(of races: [Race]) -> [(race: Race, moment: Int64, isSettled: Bool)] {
    for areOrdered in [Self.byNumber, Self.byOrder, Self.byRow] {
      guard let sorted = Self.sorted(races, by: areOrdered),
        let (earliest, latest) = Self.bounds(of: sorted)
      else { continue }
      return sorted.indices.filter { sorted[$0].isOpen }.map {
        (sorted[$0], earliest[$0], earliest[$0] == latest[$0])
      }
    }
    return races.filter(\.isOpen).map { ($0, $0.isLaterHalf ? $0.second : $0.first, false) }
  }

  /// Returns the earliest and the latest moment that the order allows each race; nil where it
  /// allows none.
  private static func bounds(of races: [Race]) -> (earliest: [Int64], latest: [Int64])? {
    var earliest: [Int64] = []
    for race in races {
      let last = earliest.last ?? .min
      guard let moment = [race.first, race.second].first(where: { $0 > last }) else { return nil }
      earliest.append(moment)
    }
    var latest: [Int64] = []
    for race in races.reversed() {
      let next = latest.last ?? .max
      guard let moment = [race.second, race.first].first(where: { $0 < next }) else { return nil }
      latest.append(moment)
    }
    return (earliest, latest.reversed())
  }

  private func orderText(_ row: Int32) -> [UInt8]? {
    guard let orders, !orders.isNull(Int(row)) else { return nil }
    return Array(orders.texts.utf8(Int(row)))
  }

  // MARK: - Orders

  private typealias Order = @Sendable (Race, Race) -> Bool?

  private static let byNumber: Order = { left, right in
    guard let number = left.number, let other = right.number else { return nil }
    return number < other
  }

  /// Numbers compare by value.
  private static let byOrder: Order = { left, right in
    guard let order = left.order, let other = right.order else { return nil }
    let areNumbers = [order, other].allSatisfy { $0.allSatisfy { $0 &- 48 <= 9 } }
    if areNumbers, order.count != other.count { return order.count < other.count }
    return order.lexicographicallyPrecedes(other)
  }

  private static let byRow: Order = { $0.rows[0] < $1.rows[0] }

  private static func precedes(_ left: Race, _ right: Race) -> Bool? {
    for order in [byNumber, byOrder] {
      if let found = order(left, right), order(right, left) != found { return found }
    }
    return nil
  }

  /// Returns the races in an order; nil where some have no place in it.
  private static func sorted(_ races: [Race], by order: Order) -> [Race]? {
    for left in races.indices {
      for right in races.indices where left != right {
        guard let precedes = order(races[left], races[right]),
          precedes != order(races[right], races[left])
        else { return nil }
      }
    }
    return races.sorted { order($0, $1)! }
  }

  // MARK: - Rows

  private func replaced(
    _ newOffs: [Int32: Int64], _ settled: Set<Int32>, _ later: Set<Int32>
  ) -> Table {
    let rows = 0..<table.rowCount
    var table = self.table
    table = table.replacing(
      "off_time",
      Column(.instant, int64s: rows.map { newOffs[Int32($0)] ?? offs[$0] }))
    // The moment that was not chosen: either may have been read first.
    table = table.replacing(
      Field.otherOff.name,
      Column(
        .instant,
        int64s: rows.map { row in
          guard !settled.contains(Int32(row)), let other = others[row], let off = offs[row]
          else { return nil }
          return newOffs[Int32(row)] == other ? off : other
        }))
    guard !later.isEmpty else { return table }
    let keys = table["race_id"]!
    return table.replacing(
      "race_id",
      Column(
        texts: rows.map { row in
          keys.isNull(row) ? nil : ids[row] + (later.contains(Int32(row)) ? Self.ending : "")
        }))
  }
}

extension Table {
  /// Returns the table without some columns.
  package func without(_ fields: [Field]) -> Table {
    let names = Set(fields.map(\.name))
    let kept = self.fields.indices.filter { !names.contains(self.fields[$0].name) }
    guard kept.count < self.fields.count else { return self }
    return Table(
      fields: kept.map { self.fields[$0] }, columns: kept.map { columns[$0] }, rowCount: rowCount)
  }
}
