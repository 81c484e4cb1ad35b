import ColumnStore
import Foundation
import Mappings
import StoreImport
import Testing

/// Races that may be stored from another source already are refused, and say what would help.
struct AmbiguousRaceTests {
  private static let header = "source,race_id,date,off_time,race_no,course,country,number,horse\n"

  /// Returns a race's rows: a name per runner, numbered from 1.
  private static func race(
    _ source: String, _ id: String, off: String = "14:00", no: Int = 1, course: String = "Ascot",
    country: String = "", _ horses: String...
  ) -> String {
    horses.enumerated().map { index, horse in
      let time = off.isEmpty ? "" : "2024-01-06T\(off):00Z"
      return "\(source),\(id),2024-01-06,\(time),\(no == 0 ? "" : "\(no)"),\(course),\(country),"
        + "\(index + 1),\(horse)\n"
    }.joined()
  }

  private func import2(_ stored: String..., new: String..., into store: TestStore = TestStore())
    throws -> (file: ImportedFile, details: [String])
  {
    try store.add(Self.header + stored.joined())
    let file = try store.add(Self.header + new.joined())
    let rejects = try store.rejects()
    #expect(file.isBalanced && rejects.allSatisfy { $0.reason.hasPrefix("ambiguous_") })
    return (file, rejects.map(\.detail))
  }

  /// A service's answer with a hundred thousand races costs no more than their number.
  @Test func `a race at a course of too many races is refused, and too frequent names say nothing`()
    throws
  {
    let crowd = (0..<2_001).map { Self.race("a", "r\($0)", off: "", no: 0, "Ann\($0)") }
    let (file, details) = try import2(
      crowd.joined(), new: Self.race("b", "9", "Ann1"), Self.race("b", "8", course: "York", "Bea"))
    #expect(file.counts == [2, 1, 0, 1] && file.ambiguousRaces == 1)
    #expect(
      details == [
        "found more than 2000 stored races at this course on the day and those beside it; expected "
          + "fewer"
      ])
    for count in [2_000, 2_001] {
      let races = (0..<count).map { number in
        Self.race("a", "r\(number)", course: "Course\(number)", "Ann", "Bea", "Cat")
      }
      let other = Self.race("b", "9", course: "York", "Ann", "Bea", "Cat")
      #expect(
        try import2(races.joined(), new: other).file.ambiguousRaces == (count > 2_000 ? 0 : 1))
    }
  }

  @Test func `runners in another script`() throws {
    let store = TestStore()
    let stored = Self.race("a", "r1", "安", "貝", "凱")
    let (file, details) = try import2(
      stored, new: Self.race("b", "9", "Ann", "Bea", "Cat"), into: store)
    #expect(file.counts == [3, 0, 0, 3] && file.ambiguousRaces == 1 && file.matchedRaces == 0)
    #expect(file.reasons == ["ambiguous_race": 3])
    #expect(
      details
        == Array(
          repeating: "found the stored race r1 (a) at this course and time, with 0 of 3 runners by "
            + "these names; expected at least 2; the line horse,Ann,安 in aliases.csv joins them, "
            + "then railbird rejects --retry", count: 3))
    #expect(try store.values("race_id") == ["r1", "r1", "r1"])
  }

  @Test func `horse aliases join runners in another script`() throws {
    let store = TestStore()
    try store.add(Self.header + Self.race("a", "r1", "安", "貝", "凱"))
    try "role,spelling,name\nhorse,Ann,安\nhorse,BEA,貝\n".write(
      toFile: store.path + "/aliases.csv", atomically: true, encoding: .utf8)
    let file = try store.add(Self.header + Self.race("b", "9", "ANN (IRE)", "Bea", "Cat"))
    // The third runner is found by its number.
    #expect(file.matchedRaces == 1 && file.counts == [3, 0, 3, 0])
    #expect(try store.values("horse") == ["安", "貝", "凱"])
  }

  @Test func `an unknown spelling of the course`() throws {
    let stored = Self.race("a", "r1", course: "Happy Park", "Ann", "Bea", "Cat", "Dot")
    let new = Self.race(
      "b", "9", off: "", no: 0, course: "\"Park, Happy\"", "Bea", "Ann", "Cat", "Eve")
    let (file, details) = try import2(stored, new: new)
    #expect(file.counts == [4, 0, 0, 4])
    #expect(
      details[0] == "found the stored race r1 (a) of the same day, with 3 of 4 runners by these "
        + "names, at Happy Park; expected Park, Happy; the line course,\"Park, Happy\",Happy Park "
        + "in aliases.csv joins them, then railbird rejects --retry")
    let store = TestStore()
    try store.add(Self.header + stored)
    try "role,spelling,name\ncourse,\"Park, Happy\",Happy Park\n".write(
      toFile: store.path + "/aliases.csv", atomically: true, encoding: .utf8)
    let again = try store.add(Self.header + new)
    #expect(again.matchedRaces == 1 && again.reasons == ["ambiguous_runner": 1])
    #expect(
      try store.rejects().map(\.detail) == [
        "found neither its name nor its number in the stored race r1, some of whose runners the "
          + "file does not name; expected one of these; a line horse,SPELLING,NAME in aliases.csv "
          + "joins them, then railbird rejects --retry"
      ])
  }

  @Test(arguments: [
    (
      race("b", "9", off: "15:00", "Ann", "Bea", "Cat"),
      "off at 2024-01-06 14:00 UTC; expected 2024-01-06 15:00 UTC within 10 minutes"
    ),
    (race("b", "9", off: "", no: 2, "Ann", "Bea", "Cat"), "as race 1; expected race 2"),
    (
      race("b", "9", country: "AU", "Ann", "Bea", "Cat"), "in another country; expected the same"
    ),
    (race("b", "9", course: "", "Ann", "Bea", "Cat"), "without a course in both; expected one"),
  ])
  func `the same runners at another time or place`(new: String, found: String) throws {
    let (file, details) = try import2(
      Self.race("a", "r1", country: "GB", "Ann", "Bea", "Cat"), new: new)
    #expect(file.ambiguousRaces == 1 && file.rejected == 3)
    #expect(
      details[0]
        == "found the stored race r1 (a) of the same day, with 3 of 3 runners by these names, "
        + found)
  }

  @Test func `a non-runner counts among the shared runners and among all of them`() throws {
    func race(_ source: String, course: String, outcomes: String...) -> String {
      zip(["Ann", "Bea", "Cat", "Dot"], outcomes).map { horse, outcome in
        "\(source),\(source)1,2024-01-06,2024-01-06T14:00:00Z,\(course),\(horse),\(outcome)\n"
      }.joined()
    }
    let header = "source,race_id,date,off_time,course,horse,outcome\n"
    let store = TestStore()
    try store.add(
      header + race("a", course: "Ascot", outcomes: "fell", "fell", "fell", "non_runner"))
    try store.add(header + race("b", course: "York", outcomes: "fell", "fell", "fell", "fell"))
    #expect(
      try store.rejects().first?.detail
        == "found the stored race a1 (a) of the same day, with 4 of 4 runners by these names, at "
        + "Ascot; expected York; the line course,York,Ascot in aliases.csv joins them, then railbird "
        + "rejects --retry")
  }

  @Test func `two stored races that both fit`() throws {
    let (file, details) = try import2(
      Self.race("a", "r1", off: "14:00", "Ann", "Bea"),
      Self.race("a", "r2", off: "14:05", "Ann", "Bea"),
      new: Self.race("b", "9", off: "14:02", "Ann", "Bea"))
    #expect(file.ambiguousRaces == 1)
    #expect(details[0] == "found 2 stored races that it may be, r1 (a) and r2 (a); expected one")
  }

  @Test func `two races of a file that fit one stored race`() throws {
    let (file, details) = try import2(
      Self.race("a", "r1", "Ann", "Bea"),
      new: Self.race("b", "8", off: "14:01", "Ann", "Bea"),
      Self.race("b", "9", off: "14:02", "Ann", "Bea"))
    #expect(file.ambiguousRaces == 2 && file.counts == [4, 0, 0, 4])
    #expect(
      details[0] == "found 2 races of this file that may be the stored race r1 (a); expected one")
  }

  @Test(arguments: [
    // Another day's course, other runners at another time, a race of the same source.
    race("b", "9", course: "York", "Eve", "Fay", "Gil"),
    race("b", "9", off: "16:00", "Eve", "Fay", "Gil"),
    race("b", "9", off: "", no: 2, "Eve", "Fay", "Gil"),
    race("b", "9", country: "AU", "Eve", "Fay", "Gil"),
    race("a", "9", "Ann", "Bea", "Cat"),
    // Two equal names at another course are chance.
    race("b", "9", course: "York", "Ann", "Bea", "Gil"),
  ])
  func `a race that no other source has told of is new`(new: String) throws {
    let (file, details) = try import2(
      Self.race("a", "r1", country: "GB", "Ann", "Bea", "Cat"), new: new)
    #expect(file.counts == [3, 3, 0, 0] && file.matchedRaces == 0 && details.isEmpty)
  }

  @Test func `two races at one course and time, and two meetings a day, are told apart by runners`()
    throws
  {
    let store = TestStore()
    func card(_ source: String, _ ids: [String], off: String) -> String {
      Self.race(source, ids[0], off: off, "Ann", "Bea", "Cat")
        + Self.race(source, ids[1], off: off, "Dot", "Eve", "Fay")
    }
    try store.add(Self.header + card("a", ["r1", "r2"], off: "14:00"))
    let times = try store.add(Self.header + card("b", ["8", "9"], off: "14:00"))
    #expect(times.matchedRaces == 2 && times.duplicates == 6)
    // Only race numbers are known here, and both meetings start with race 1.
    let numbers = try store.add(Self.header + card("c", ["x", "y"], off: ""))
    #expect(numbers.matchedRaces == 2 && numbers.duplicates == 6)
    // A race whose candidate already matches another race is new.
    let third = try store.add(
      Self.header + Self.race("d", "d1", "Ann", "Bea", "Cat")
        + Self.race("d", "d2", off: "14:04", "Gil", "Hal", "Ida")
        + Self.race("d", "d3", off: "14:04", "Dot", "Eve", "Fay"))
    #expect(third.matchedRaces == 2 && third.ambiguousRaces == 0 && third.stored == 3)
    #expect(try store.snapshot.rowCount(of: "races") == 3)
  }

  @Test func `without time and number the runners alone decide`() throws {
    let stored = Self.race("a", "r1", off: "14:00", no: 0, "Ann", "Bea", "Cat", "Dot", "Eve")
    let enough = Self.race("b", "9", off: "", "Ann", "Bea", "Cat")
    #expect(try import2(stored, new: enough).file.matchedRaces == 1)
    let few = Self.race("b", "9", off: "", "Ann", "Bea", "Fay", "Gil")
    #expect(try import2(stored, new: few).file.counts == [4, 4, 0, 0])
  }
}

struct MatchingAliasTests {
  @Test func `aliases that cannot be read stop the import`() throws {
    let store = TestStore()
    try store.add("race_id,date,horse\nr1,2024-01-01,Ann\n")
    try "role,spelling,name\ncolour,Red,Blue\n".write(
      toFile: store.path + "/aliases.csv", atomically: true, encoding: .utf8)
    #expect(throws: ImportError.self) { try store.add("race_id,date,horse\nr2,2024-01-01,Ann\n") }
    #expect(try store.snapshot.generation == 1)
  }

  @Test func `aliases may lie in the folder before the first import`() throws {
    let store = TestStore()
    try FileManager.default.createDirectory(
      atPath: store.path, withIntermediateDirectories: true)
    try "role,spelling,name\nhorse,Anne,Ann\n".write(
      toFile: store.path + "/aliases.csv", atomically: true, encoding: .utf8)
    #expect(try store.add("race_id,date,horse\nr1,2024-01-01,Ann\n").stored == 1)
  }
}
