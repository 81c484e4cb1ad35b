import Columns
import Racing
import RowReading

/// Races with their days, courses, runners and results, independent of the rows they were read
/// from.
package struct DatedRaces {
  /// One race.
  struct Race {
    let id: String
    let day: Int32
    let course: Int32
    /// The range of its runners in the list of all horses.
    let runners: Range<Int>
    /// The two smallest hashes among its horses: races that differ in at most one horse share one.
    let smallest: (UInt32, UInt32)
    /// The hash of its course, horses and positions; nil where fewer than two runners have a
    /// position.
    let result: UInt64?
  }

  /// The races, in file order.
  private(set) var races: [Race] = []
  /// The hashes of the horses, race by race.
  private(set) var horses: [UInt32] = []

  /// The fewest runners that identify a race: two races of two horses may well be two.
  static let fewestRunners = 3

  /// Reads the races that have a course, and the runners that have a name.
  ///
  /// - Parameters:
  ///   - rows: Flat rows.
  ///   - groups: The rows of each race.
  ///   - names: The hashes of the horses' names.
  ///   - number: Returns the number that spellings of a course share.
  init(
    _ rows: Table, _ groups: RaceGroups, horses names: HorseHashes,
    courses number: (Int32) -> Int32?
  ) {
    guard let courses = rows["course"], let codes = rows["horse"] else { return }
    let ids = rows.raceIDs
    let days = rows.dates
    let courseCodes = courses.int32s
    let runners = Cells(codes.int32s, codes)
    let positions = Cells(rows["position"]?.int16s, rows["position"])
    horses.reserveCapacity(groups.rows.count)
    var lastCourse: (code: Int32, number: Int32?) = (-1, nil)
    for race in 0..<groups.count {
      let first = Int(groups[race].first!)
      guard !courses.isNull(first) else { continue }
      if courseCodes[first] != lastCourse.code {
        lastCourse = (courseCodes[first], number(courseCodes[first]))
      }
      guard let course = lastCourse.number else { continue }
      let start = horses.count
      var smallest = (UInt32.max, UInt32.max)
      var result = UInt64(truncatingIfNeeded: course)
      var placed = 0
      for row in groups[race] {
        guard let code = runners[Int(row)] else { continue }
        let horse = names[code]
        horses.append(horse)
        if horse < smallest.0 {
          smallest = (horse, smallest.0)
        } else if horse < smallest.1 && horse != smallest.0 {
          smallest.1 = horse
        }
        let position = positions[Int(row)] ?? 0
        placed += position > 0 ? 1 : 0
        result &+= Self.mixed(UInt64(horse) << 16 | UInt64(UInt16(bitPattern: position)))
      }
      guard horses.count - start >= Self.fewestRunners else {
        horses.removeSubrange(start...)
        continue
      }
      races.append(
        Race(
          id: ids[first], day: days[first], course: course, runners: start..<horses.count,
          smallest: smallest, result: placed >= 2 ? result : nil))
    }
  }

  /// Spreads a word's bits (the last step of splitmix64).
  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
