import ColumnStore
import Foundation
import Racing
import TestSupport
import Testing
@testable import ImportHistory
@testable import RowReading
@testable import StoreImport

/// Refused rows on their way into the store: those on disk are stored like those in memory.
struct RefusedDraftTests {
  /// The ways by which refused rows come: read in parts, as a whole, and from texts of JSON.
  enum Way: CaseIterable {
    case inOrder
    case outOfOrder
    case ndjson
  }

  private static let rowCount = 600

  /// Rows of every kind that is refused; of a mended file, every second one is good.
  private static func text(_ way: Way, seed: Int, isMended: Bool = false) -> String {
    var random = SeededGenerator(UInt64(seed))
    let rows = (0..<rowCount).map { row -> String in
      let isInOrder = way != .outOfOrder
      let race = seed * 1_000 + (isInOrder ? row / 6 : Int.random(in: 0..<200, using: &random))
      let day = 1 + (isInOrder ? row / 60 : Int.random(in: 0..<20, using: &random))
      let isGood = row % 3 != 0 || isMended && row % 2 == 0
      let date = "2024-03-\(day < 10 ? "0" : "")\(day)"
      let horse = "Horse \(seed)-\(row)"
      guard way != .ndjson else {
        let position = isGood ? "1" : "\"much \\\"é\\\"\""
        return """
          {"race_id": \(race), "date": "\(date)", "number": \(row % 6 + 1), "horse": "\(horse)", \
          "position": \(position), "sp": 2.5}
          """
      }
      let position = isGood ? "1" : "much \"é\""
      let line = "\(race),\(date),\(row % 6 + 1),\(horse),\(position),2.5"
      return row % 7 == 0 && !(isMended && row % 2 == 0) ? line + ",more" : line
    }
    let header = way == .ndjson ? "" : "race_id,date,number,horse,position,sp\n"
    return header + rows.joined(separator: "\n") + "\n"
  }

  /// The stored rows after two imports into one month, a retry of the first, and an import of its
  /// mended file.
  private func stored(_ way: Way, threads: Int, bound: Int) throws -> [Data] {
    let store = TestStore()
    var job = try MonthPartTests.job(store, threads: threads, partRows: 100)
    job.refusedBound = bound
    func add(_ text: String) throws -> ImportedFile {
      try job.run([store.file(text, ending: way == .ndjson ? "ndjson" : "csv")])[0]
    }
    var rejected = 0
    for seed in [1, 2] {
      let imported = try add(Self.text(way, seed: seed))
      #expect(imported.rejected >= Self.rowCount / 3 && imported.isBalanced)
      rejected += imported.rejected
    }
    var retry = RetryJob(store: store.path, importID: 1, now: 0)
    retry.refusedBound = bound
    let retried = try #require(try retry.run())
    #expect(retried.stored == 0 && retried.rejected == retried.rowsRead)
    #expect(try refusedRows(store).count == rejected)
    let mended = try add(Self.text(way, seed: 1, isMended: true))
    if way != .outOfOrder {
      // A cell too many may come before the key, so no other file mends such a row.
      let brought = (0..<Self.rowCount).count { $0 % 6 == 0 && (way == .ndjson || $0 % 7 != 0) }
      #expect(try refusedRows(store).count == rejected + mended.rejected - brought)
    }
    let folder = store.path + "/segments/rejects"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.allSatisfy { $0.hasSuffix(".arrow") }, "\(names)")
    return try names.sorted().map { try Data(contentsOf: URL(filePath: folder + "/" + $0)) }
  }

  private func refusedRows(_ store: TestStore) throws -> RefusedRows {
    try RefusedRows(Snapshot(store: store.path))
  }

  @Test(arguments: Way.allCases, [1, 3])
  func `rows beyond the bound are stored as the others are, byte for byte`(
    way: Way, threads: Int
  ) throws {
    let few = try stored(way, threads: threads, bound: RefusedDraft.bound)
    #expect(!few.isEmpty)
    #expect(try stored(way, threads: threads, bound: 0) == few)
    #expect(try stored(way, threads: threads, bound: 10_000) == few)
  }

  @Test func `rows in memory and on disk are the rows that were added`() throws {
    var random = SeededGenerator(3)
    let rows = (0..<500).map { index in
      RefusedRow(
        importID: 1 + index / 100, file: "f\(index % 3).csv", line: index,
        reason: ["sp", "width", "date"][index % 3],
        detail: String(repeating: "é", count: Int.random(in: 0...40, using: &random)),
        raw: index % 5 == 0 ? "" : "row \(index)", key: "k\u{1F}\(index)")
    }
    for bound in [0, 1_000, .max] {
      let store = TestStore()
      let draft = RefusedDraft(try StoreWriter(store: store.path), bound: bound)
      for row in rows { draft.append(row) }
      #expect(draft.isOnDisk == (bound < .max))
      #expect(draft.count == rows.count)
      #expect(draft.reasons == ["sp": 167, "width": 167, "date": 166])
      #expect(Array(RefusedColumns(try draft.rows())) == rows)
      // Rows may follow after some were looked at.
      draft.append(rows[7])
      let all = RefusedColumns(try draft.rows())
      #expect(Array(all) == rows + [rows[7]])
      #expect(all.runs.map(\.count) == [100, 100, 100, 100, 100, 1])
      #expect(all.runs.flatMap { Array($0) } == rows + [rows[7]])
    }
  }

  @Test func `more text than a segment holds is reported`() throws {
    let store = TestStore()
    let draft = RefusedDraft(try StoreWriter(store: store.path), bound: 0, longest: 10)
    draft.append(RefusedRow(row: 0, field: "sp", detail: "123456"))
    #expect(try draft.rows().rowCount == 1)
    draft.append(RefusedRow(row: 1, field: "sp", detail: "12345"))
    let error = #expect(throws: StoreError.self) { try draft.rows() }
    #expect(
      error?.description
        == "\(store.path): found more than 10 bytes of detail among this month's refused rows of "
        + "all imports; expected less: undo an import that refused most of its rows, or mend its "
        + "mapping")
  }

  @Test func `the rest of a list is counted from its first line`() throws {
    for bound in [0, .max] {
      let store = TestStore()
      let draft = RefusedDraft(try StoreWriter(store: store.path), bound: bound)
      for line in [0, 4, 4, 9] { draft.append(RefusedRow(row: line, field: "sp", detail: "")) }
      func lines(from line: Int) throws -> [Int] {
        RefusedColumns(try draft.renumbered(from: line).rows()).map(\.line)
      }
      #expect(try lines(from: 0) == [0, 4, 4, 9])
      #expect(try lines(from: 4) == [0, 0, 5])
      #expect(try lines(from: 5) == [4])
      #expect(try lines(from: 10) == [])
    }
  }
}
