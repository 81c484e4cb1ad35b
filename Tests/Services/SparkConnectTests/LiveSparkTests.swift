import Columns
import Foundation
import Synchronization
import Testing

@testable import SparkConnect

/// Sessions of a real cluster, whose address is in `RAILBIRD_SPARK`; `make cluster` starts one.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["RAILBIRD_SPARK"] != nil,
    "RAILBIRD_SPARK names no Spark Connect server; make cluster starts one"))
struct LiveSparkTests {
  private static var address: SparkAddress {
    get throws { try SparkAddress(ProcessInfo.processInfo.environment["RAILBIRD_SPARK"] ?? "") }
  }

  private static func query(_ sql: String) async throws -> [Table] {
    try await SparkSession.using(address, token: nil) { session throws(SparkError) in
      try await session.query(sql)
    }
  }

  private static func numbers(_ sql: String) async throws -> [Int64] {
    try await query(sql).flatMap { table -> [Int64] in
      guard case .int64(let numbers) = table.columns[0].values else { return [] }
      return Array(numbers)
    }
  }

  @Test func `every type that a report needs comes back`() async throws {
    let tables = try await Self.query(
      """
      SELECT CAST(9223372036854775807 AS BIGINT), 7, 'Ærø', DATE'1970-01-02', true, NULL,
        CAST(sum(CAST(id AS DECIMAL(20,0)) * 9223372036854775807) AS STRING) FROM range(3)
      """)
    let table = try #require(tables.first)
    #expect(table.fields.map(\.type) == [.int64, .int32, .text, .date, .boolean, .text, .text])
    guard case .text(let texts) = table.columns[6].values, table.columns[5].isNull(0) else {
      throw SparkError.cancelled
    }
    #expect(texts[0] == "27670116110564327421")
  }

  @Test func `rows of many batches come back in order`() async throws {
    let rows = try await Self.numbers("SELECT id FROM range(300000) ORDER BY id")
    #expect(rows == Array(0..<300_000))
  }

  @Test func `a result without rows has its columns`() async throws {
    let tables = try await Self.query("SELECT id AS n FROM range(9) WHERE id < 0")
    #expect(tables.first?.fields.map(\.name) == ["n"] && tables.allSatisfy { $0.rowCount == 0 })
  }

  @Test(arguments: [
    "SELECT sum(9223372036854775807 - id) FROM range(3)",
    "SELECT sum(CAST('99999999999999999999999999999999999999' AS DECIMAL(38,0))) FROM range(9)",
    "SELECT CAST(9223372036854775807 + id AS BIGINT) FROM range(3)",
  ])
  func `a sum beyond its type is an error`(sql: String) async throws {
    await #expect {
      try await Self.query(sql)
    } throws: { error in
      guard case SparkError.failed(_, let failure) = error else { return false }
      return failure.isOverflow && failure.sqlState == "22003"
    }
  }

  @Test func `a view holds for its session alone`() async throws {
    let view = "CREATE OR REPLACE TEMPORARY VIEW live AS SELECT id FROM range(5)"
    let found = try await SparkSession.using(Self.address, token: nil) {
      session throws(SparkError) in
      try await session.execute(view)
      return try await session.query("SELECT count(*) FROM live").count
    }
    #expect(found == 1)
    await #expect {
      try await Self.query("SELECT count(*) FROM live")
    } throws: { error in
      guard case SparkError.failed(_, let failure) = error else { return false }
      return failure.errorClass == "TABLE_OR_VIEW_NOT_FOUND"
    }
  }

  /// The stream would last for hours; the server ends it once it is interrupted.
  @Test func `a cancelled query of hours ends`() async throws {
    let address = try Self.address
    let hasBegun = Mutex(false)
    let task = Task {
      try await SparkSession.using(address, token: nil) {
        session throws(SparkError) in
        try await session.query(
          "SELECT sum(a.id * b.id % 7) FROM range(100000000) a CROSS JOIN range(10000000) b"
        ) { progress in
          if progress.tasksRunning > 0 { hasBegun.withLock { $0 = true } }
        }
      }
    }
    while !hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(20)) }
    task.cancel()
    await #expect(throws: SparkError.cancelled) { try await task.value }
  }

  @Test func `twenty sessions at once have their own answers`() async throws {
    let sums = try await withThrowingTaskGroup(of: (Int64, Int64).self) { group in
      for index in Int64(0)..<20 {
        group.addTask {
          (index, try await Self.numbers("SELECT sum(id + \(index)) FROM range(1000)")[0])
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(sums.count == 20)
    for (index, sum) in sums { #expect(sum == 499_500 + 1_000 * index) }
  }
}
