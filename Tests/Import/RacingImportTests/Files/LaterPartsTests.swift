import Columns
import Foundation
import TestSupport
import Testing
@testable import ImportHistory

/// Files that are stored some months at a time beside existing data, against the same files read as
/// a whole.
struct LaterPartsTests {
  /// The overlap of a later file with the races of an earlier one.
  enum Overlap: CaseIterable {
    case none, firstMonth, lastMonth, earlierRace, laterRace
  }

  @Test(arguments: Overlap.allCases, LongForm.cases([true, false], short: 1))
  func `later files come to what they come to as a whole`(overlap: Overlap, inOneCall: Bool) throws
  {
    var later = Self.lines(races: 2_001...2_334, from: "2020-08-01")
    switch overlap {
    case .none: break
    case .firstMonth: later = Self.lines(races: 1_997...2_000, from: "2020-07-31") + later
    case .lastMonth: later += Self.lines(races: 2_335...2_350, from: "2021-05-20")
    case .earlierRace: later = Self.lines(races: 234...235, from: "2020-08-01") + later
    case .laterRace: later += Self.lines(races: 2_535...2_535, from: "2021-03-01")
    }
    let files = [
      Self.lines(races: 1...333, from: "2020-01-01"),
      Self.lines(races: 2_401...2_535, from: "2021-05-15"), later,
    ]
    let (parts, steps) = try Self.stored(files, inOneCall: inOneCall)
    let quoted = files.map { [MonthPartTests.quoted($0[0])] + $0.dropFirst() }
    #expect(try Self.stored(quoted, inOneCall: inOneCall).stored == parts)
    let sortings = steps.count { $0.hasPrefix("sorting") }
    #expect(sortings == (overlap == .none ? 0 : 1), "\(steps)")
  }

  @Test func `undoing a file that came in parts leaves the others`() throws {
    let files = [
      Self.lines(races: 1...333, from: "2020-01-01"),
      Self.lines(races: 2_001...2_334, from: "2020-08-01"),
    ]
    let store = TestStore()
    for file in files { _ = try MonthPartTests.job(store).run([MonthPartTests.file(file, store)]) }
    _ = try UndoJob(store: store.path, importID: 2, now: 1).run()
    let first = try Self.stored([files[0]], inOneCall: true).stored
    #expect(try store.exported("runners") == first.tables[0])
  }

  private struct Stored: Equatable {
    var counts: [[Int]]
    var tables: [String]
  }

  /// Imports files one after another; returns the stored data, and the imports' steps.
  private static func stored(
    _ files: [[String]], inOneCall: Bool
  ) throws -> (stored: Stored, steps: [String]) {
    let store = TestStore()
    let paths = try files.map { try MonthPartTests.file($0, store) }
    var steps: [String] = []
    var job = try MonthPartTests.job(store)
    job.progress = { steps.append($0) }
    let imported =
      inOneCall ? try job.run(paths) : try paths.flatMap { path in try job.run([path]) }
    let tables = try ["runners", "races"].map { try store.exported($0) }
    return (Stored(counts: imported.map(\.counts), tables: tables), steps)
  }

  /// Five races in three days, whose cells fill several blocks.
  private static func lines(races: ClosedRange<Int>, from first: String) -> [String] {
    let note = String(repeating: "n", count: 3_600)
    return races.flatMap { race in
      (1...3).map { number in
        let day = (Day(iso: first)! + (race - races.lowerBound) * 3 / 5).iso
        return "\(race),\(day),1,\(number),Horse \(race * number % 501),Rider \(race % 50),"
          + "\(number),\(number).5,true,\(note)"
      }
    }
  }
}
