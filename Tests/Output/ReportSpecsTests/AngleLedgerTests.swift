import Cards
import ColumnStore
import Columns
import Foundation
import Questions
import Racing
import RunnerKeys
import StoreSupport
import TestSupport
import Testing

@testable import ReportSpecs

struct AngleLedgerTests {
  private static let header = "race_id,date,number,horse,jockey,trainer,draw,position,sp"
  private let folder: TemporaryFolder
  private var store: String { folder.file("store") }
  private var path: String { store + "/angles.ndjson" }

  init() throws {
    folder = try TemporaryFolder()
    try add([("1", "2026-03-01"), ("2", "2026-03-05")])
  }

  /// Imports races of two runners, the first of whom wins.
  private func add(_ races: [(id: String, day: String)]) throws {
    let rows = races.flatMap { race in
      [
        "\(race.id),\(race.day),1,Red,Ann,Tom,1,1,3", "\(race.id),\(race.day),2,Blue,Bob,Tom,2,2,2",
      ]
    }
    try StoreFixture.add(csv: ([Self.header] + rows).joined(separator: "\n") + "\n", to: store)
  }

  private func angles(_ list: [(name: String, condition: String)]) throws -> [Angle] {
    try list.map { Angle(name: $0.name, filter: try Filter($0.condition)) }
  }

  @discardableResult
  private func register(
    _ list: [(name: String, condition: String)], on day: String
  ) throws -> [(registered: RegisteredAngle, isNew: Bool)] {
    try AngleLedger.register(
      angles(list), in: StoreWriter(existing: store), on: Day(iso: day)!)
  }

  @Test func `the same text is no change, another text is a version beside the old one`() throws {
    #expect(try AngleLedger(store: store).registered.isEmpty)
    let first = try register([("Rail", "draw = 1"), ("Wide", "draw > 1")], on: "2026-03-06")
    #expect(first.map(\.isNew) == [true, true])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let again = try register([("Wide", "draw > 1"), ("Rail", "draw = 1")], on: "2026-03-09")
    #expect(again.map(\.isNew) == [false, false])
    #expect(again.map(\.registered.day.iso) == ["2026-03-06", "2026-03-06"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    let changed = try register([("Rail", "draw <= 1"), ("Wide", "draw > 1")], on: "2026-03-10")
    #expect(changed.map(\.isNew) == [true, false])
    // A text that was given up begins anew when it is taken up again.
    try register([("rail", "draw = 1")], on: "2026-03-11")
    let all = try AngleLedger(store: store).registered
    #expect(all.map(\.angle.name) == ["Rail", "Wide", "Rail", "rail"])
    #expect(all.map(\.version) == [1, 1, 2, 3])
    #expect(all.map(\.day.iso) == ["2026-03-06", "2026-03-06", "2026-03-10", "2026-03-11"])
    #expect(all.map(\.angle.filter.text) == ["draw = 1", "draw > 1", "draw <= 1", "draw = 1"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: bytes))
  }

  @Test func `registering again notes the checksum that a crash kept back`() throws {
    let manifest = try Data(contentsOf: URL(filePath: store + "/MANIFEST"))
    try register([("short", "sp < 3")], on: "2026-03-06")
    try manifest.write(to: URL(filePath: store + "/MANIFEST"))
    try manifest.prefix(100).write(to: URL(filePath: store + "/MANIFEST.new"))
    let again = try register([("short", "sp < 3")], on: "2026-03-07")
    #expect(!again[0].isNew && again[0].registered.day.iso == "2026-03-06")
    #expect(!FileManager.default.fileExists(atPath: store + "/MANIFEST.new"))
    try Data().write(to: URL(filePath: path))
    #expect(throws: SpecError.self) { try AngleLedger(store: store) }
  }

  @Test func `a hash is that of the line before, the day and the text`() throws {
    let found = try register([("Rail", "draw = 1"), ("Wide", "draw > 1")], on: "2026-03-06")
    var before = ""
    for (own, _) in found {
      let script = "import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())"
      let file = try folder.write("\(before)\n2026-03-06\n\(own.text)", to: "hashed")
      let sum = try RailbirdProcess.run(
        program: "sh", ["-c", "python3 -c '\(script)' < '\(file)'"])
      #expect(sum.stdout == own.sha256 + "\n")
      before = own.sha256
    }
  }

  @Test(arguments: [
    ("2026-03-06", "2026-03-05"), ("draw > 1", "draw > 0"), ("\"name\":\"Wide\"", "\"name\":\"W\""),
    ("commission: 0.05", "commission: 0.01"),
  ])
  func `a changed line is found`(old: String, new: String) throws {
    try register([("Rail", "draw = 1"), ("Wide", "draw > 1")], on: "2026-03-06")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    let changed = lines[1].replacing(old, with: new)
    #expect(changed != lines[1])
    try "\(lines[0])\n\(changed)\n".write(toFile: path, atomically: false, encoding: .utf8)
    let error = #expect(throws: SpecError.self) { try AngleLedger(store: store) }
    #expect(error?.description.hasPrefix("\(path):2: found W") == true)
    #expect(error?.description.contains("SHA-256") == true)
  }

  @Test func `a line taken out, put elsewhere or cut is found`() throws {
    try register([("Rail", "draw = 1"), ("Wide", "draw > 1")], on: "2026-03-06")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let swapped = "\(lines[1])\n\(lines[0])\n"
    for broken in ["\(lines[1])\n", swapped, "\(lines[0].dropLast(9))\n", "{}"] {
      try broken.write(toFile: path, atomically: false, encoding: .utf8)
      let error = #expect(throws: SpecError.self) { try AngleLedger(store: store) }
      #expect(error?.description.hasPrefix("\(path):1: found ") == true)
      // Nothing is added behind what cannot be trusted.
      #expect(throws: SpecError.self) { try register([("New", "draw = 3")], on: "2026-03-07") }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == broken)
    }
  }

  @Test func `a file's angles must be those that were registered`() throws {
    try register([("Rail", "draw = 1")], on: "2026-03-06")
    let ledger = try AngleLedger(store: store)
    #expect(try ledger.latest(of: angles([("Rail", "draw = 1")]), file: "a").map(\.version) == [1])
    let other = #expect(throws: SpecError.self) {
      try ledger.latest(of: angles([("Rail", "draw = 2")]), file: "a.yaml")
    }
    #expect(
      other?.description.hasPrefix(
        "a.yaml: found another text of the angle Rail; expected that of version 1 of 2026-03-06")
        == true)
    let unknown = #expect(throws: SpecError.self) {
      try ledger.latest(of: angles([("Wide", "draw > 1")]), file: "a.yaml")
    }
    #expect(unknown?.description.contains("the angle Wide, which is not registered") == true)
  }

  @Test func `results that are stored already judge nothing`() throws {
    let snapshot = try Snapshot(store: store)
    #expect(try AngleLedger.day(from: Day(iso: "2026-03-03")!, snapshot).iso == "2026-03-06")
    #expect(try AngleLedger.day(from: Day(iso: "2026-03-05")!, snapshot).iso == "2026-03-06")
    #expect(try AngleLedger.day(from: Day(iso: "2026-04-01")!, snapshot).iso == "2026-04-01")
  }

  @Test func `later results move only the side behind the day`() throws {
    try register([("Rail", "draw = 1"), ("Later", "career_runs > 1")], on: "2026-03-06")
    func trials() throws -> [AngleTrial] {
      try AngleTrialJob(
        AngleLedger(store: store).registered, from: Snapshot(store: store)
      ).run()
    }
    let columns = AngleRecord.columns(FigureChoice.standard.bets).names
    let first = try trials()
    #expect(first.map { $0.before.cells(["runs"]) } == [[.integer(2)], [.integer(0)]])
    #expect(first.allSatisfy { $0.after.row == nil })
    try add([("3", "2026-03-06"), ("4", "2026-03-09")])
    let second = try trials()
    for (old, new) in zip(first, second) {
      #expect(new.before.cells(columns) == old.before.cells(columns))
    }
    #expect(second.map { $0.after.cells(["runs"]) } == [[.integer(2)], [.integer(4)]])
    #expect(second[0].after.cells(["sp_roi", "from"]) == [.rate(3, 1), .text("2026-03-06")])
  }
}

extension ReportCell {
  /// A return of odds on every bet: odds less the stake.
  fileprivate static func rate(_ odds: Int64, _ bets: Int64) -> ReportCell {
    .decimal(scaled: (odds - bets) * 1_000_000, places: 6)
  }
}
