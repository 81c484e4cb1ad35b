import ColumnStore
import Foundation
import Racing
import TestSupport
import Testing

@testable import RacingImport

/// Refused rows on their way into the store: those on disk are stored like those in memory.
struct RefusedDraftTests {
  /// Rows of every kind that is refused, in the order of their races or not.
  private static func text(inOrder: Bool, seed: UInt64) -> String {
    var random = SeededGenerator(seed)
    let rows = (0..<1_200).map { row -> String in
      let race = inOrder ? 1_000 + row / 6 : Int.random(in: 0..<200, using: &random)
      let day = 1 + (inOrder ? row / 60 : Int.random(in: 0..<20, using: &random))
      let odds = row % 3 == 0 ? "much \"é\"" : "2.5"
      let date = "2024-03-\(day < 10 ? "0" : "")\(day)"
      let line = "\(race),\(date),\(row % 6 + 1),Horse \(row),1,\(odds)"
      return row % 7 == 0 ? line + ",more" : line
    }
    return "race_id,date,number,horse,position,sp\n" + rows.joined(separator: "\n") + "\n"
  }

  /// The stored rows after two imports into one month and a retry of the first.
  private func stored(inOrder: Bool, threads: Int, bound: Int) throws -> [Data] {
    let store = TestStore()
    var job = try MonthPartTests.job(store, threads: threads, partRows: 100)
    job.refusedBound = bound
    for seed in [UInt64(1), 2] {
      let file = try store.file(Self.text(inOrder: inOrder, seed: seed))
      let imported = try job.run([file])[0]
      #expect(imported.rejected > 400 && imported.isBalanced)
    }
    _ = try RetryJob(store: store.path, importID: 1, now: 0).run()
    let folder = store.path + "/segments/rejects"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.allSatisfy { $0.hasSuffix(".arrow") }, "\(names)")
    return try names.sorted().map { try Data(contentsOf: URL(filePath: folder + "/" + $0)) }
  }

  @Test(arguments: [true, false], [1, 3])
  func `rows beyond the bound are stored as the others are, byte for byte`(
    inOrder: Bool, threads: Int
  ) throws {
    let few = try stored(inOrder: inOrder, threads: threads, bound: RefusedDraft.bound)
    #expect(!few.isEmpty)
    #expect(try stored(inOrder: inOrder, threads: threads, bound: 0) == few)
    #expect(try stored(inOrder: inOrder, threads: threads, bound: 20_000) == few)
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
      for row in rows { try draft.append(row) }
      #expect(draft.isOnDisk == (bound < .max))
      #expect(draft.count == rows.count)
      #expect(draft.reasons == ["sp": 167, "width": 167, "date": 166])
      #expect(Array(RefusedColumns(try draft.rows())) == rows)
    }
  }

  @Test func `more text than a segment holds is told`() throws {
    let store = TestStore()
    let draft = RefusedDraft(try StoreWriter(store: store.path), bound: 0, longest: 10)
    try draft.append(RefusedRow(row: 0, reason: "sp", detail: "123456"))
    let error = #expect(throws: StoreError.self) {
      try draft.append(RefusedRow(row: 1, reason: "sp", detail: "12345"))
    }
    #expect(
      error?.description
        == "\(store.path): found more than 10 bytes of detail among this month's refused rows of "
        + "all imports; expected less: undo an import that refused most of its rows, or mend its "
        + "mapping")
  }
}
