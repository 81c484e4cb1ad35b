import ColumnStore
import Columns
import Foundation
import Racing
import StoreSupport
import TestSupport
import Testing

@testable import RacingExport
@testable import RunnerKeys

/// The language against DuckDB, which reads the exported runners and the condition as its own SQL.
struct FilterDuckDBTests {
  private static let texts = [
    "handicap", "not tote_paid", "class is null or not class = ''", "field_size between 8 and 12",
    "sp < 3.3333333 or sp > 33.33333333", "sp not in (2, 3, 4.5) and position = 1",
    "not (sp < 5 and bsp > 5) or draw is null", "jockey like 'A%' or jockey like '%_e_'",
    "horse > 'Mi' and horse <= 'T'", "off_time >= 2024-01-02T14:30 and off_time < 2024-06-01",
    "date between 2023-06-01 and 2023-12-31 and beaten_lengths > 2.25",
    "outcome in (fell, unseated, pulled_up) or outcome = non_runner",
    "weight_lb >= 126.5 and official_rating != 75 and age < 7", "race_id like '%1' or race_no = 3",
    "distance_m between 1000 and 1400.5 and sp < 10 and course not like '%a%'",
    "place_won or position = 1", "place_won is null and not (not place_won and draw > 4)",
    "bsp < sp", "sp / bsp > 1.2", "abs(weight_lb - 126) <= 3.5 and not bsp > sp * 1.1",
    "coalesce(bsp, sp, 5) * 2 between 7.5 and 20", "jockey > trainer or class = going",
    "sp / (position - 1) < 2 or (sp - bsp) / sp < -0.25", "position * 2 = field_size",
    "-sp + 10 in (draw, 6, weight_lb - 120)", "coalesce(class, going, race_id) like '%o%'",
    "handicap != tote_paid", "weight_lb * sp / 3 not between draw and distance_m",
  ]

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `duckdb finds the same runners in the exported Parquet`() throws {
    let folder = try TemporaryFolder()
    let snapshot = try StoreFixture.season(runners: 2_500, seed: 5)
    try ExportJob(snapshot).write("runners", to: folder.file("runners.parquet"), as: .parquet)
    var conditions = try Self.texts.map { try Filter($0).expression }
    // `FactDuckDBTests` asks about the columns that a season lacks.
    let fields = FilterField.all.filter { RacingTables.flatRunnerNames.contains($0.name) }
    var seasonal = SeasonalFilters(salt: 21, snapshot, fields)
    conditions += (0..<150).map { _ in seasonal.expression() }
    let queries = conditions.map(\.sql).joined(separator: "\u{1}")
    let queryFile = try folder.write(queries, to: "conditions")
    let answer = try Python.run(
      Self.script, folder.file("runners.parquet"), queryFile, FilterValue.macros)
    try #require(answer.exitCode == 0, "\(answer.stderr)")
    let found = answer.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(found.count == conditions.count)
    // Most conditions match some runners and not others.
    #expect(found.count { !$0.isEmpty && $0.utf8.count < 10_000 } > conditions.count / 2)
    for (condition, line) in zip(conditions, found) {
      let rows = line.split(separator: " ").map { Int($0)! }
      let own = try Self.rows(of: Filter(condition.description), snapshot)
      #expect(own == rows, "\(condition) with seed \(SeededGenerator.seed)")
    }
  }

  /// Returns the rows of the export for which a filter is true.
  private static func rows(of filter: Filter, _ snapshot: Snapshot) throws -> [Int] {
    let mask = FilterMask(filter) { field in
      let names = snapshot.dictionary(field)
      return (0..<names.count).map { names[$0] }
    }
    var found: [Int] = []
    var first = 0
    for segment in snapshot.segments(of: RacingTables.runners) {
      let races = snapshot.segment(of: RacingTables.races, month: segment.month)!.rows
      let flat = FlatRows.joined(
        runners: segment.rows, races: FieldSize.perRace(runners: segment.rows, races: races))
      let rows = mask.mask(rowCount: flat.rowCount) { flat.column(RacingTables.flatField($0)!) }
      found += (0..<flat.rowCount).filter { rows[$0] }.map { first + $0 }
      first += flat.rowCount
    }
    return found
  }

  private static let script = """
    import sys, duckdb
    duckdb.sql("SET TimeZone = 'UTC'")
    duckdb.sql(sys.argv[3])
    duckdb.sql("create table runners as select * from "
               f"read_parquet('{sys.argv[1]}', file_row_number = true)")
    for condition in open(sys.argv[2], newline="").read().split("\\x01"):
      rows = duckdb.sql(f"select file_row_number from runners where {condition} order by 1")
      print(*[row[0] for row in rows.fetchall()])
    """
}

/// Conditions whose values are taken from a season's own rows.
private struct SeasonalFilters {
  private var random: SeededGenerator
  private let fields: [FilterField]
  private let columns: [String: Column]
  private let snapshot: Snapshot

  init(salt: UInt64, _ snapshot: Snapshot, _ fields: [FilterField]) {
    random = SeededGenerator(salt)
    self.snapshot = snapshot
    self.fields = fields
    let segment = snapshot.segments(of: RacingTables.runners)[0]
    let races = snapshot.segment(of: RacingTables.races, month: segment.month)!.rows
    let flat = FlatRows.joined(runners: segment.rows, races: races)
    columns = Dictionary(
      uniqueKeysWithValues: fields.map { ($0.name, flat.column(RacingTables.flatField($0.name)!)) })
  }

  mutating func expression(depth: Int = 2) -> FilterExpression {
    switch depth == 0 ? 0 : below(5) {
    case 0: test()
    case 1: .not(expression(depth: depth - 1))
    case 2, 3: .and([expression(depth: depth - 1), expression(depth: depth - 1)])
    default: .or([expression(depth: depth - 1), expression(depth: depth - 1)])
    }
  }

  private mutating func test() -> FilterExpression {
    let field = fields[below(fields.count)]
    let comparisons = FilterComparison.allCases.prefix(field.kind.isOrdered ? 6 : 2)
    guard let first = literal(field), let second = literal(field), below(8) > 0 else {
      return .test(field, .null)
    }
    switch below(field.kind == .text ? 4 : field.kind.isOrdered ? 3 : 2) {
    case 0: return .test(field, .compare(comparisons[below(comparisons.count)], first))
    case 1: return .not(.test(field, .among([first, second])))
    case 2: return .test(field, .between(first, second))
    default:
      guard case .text(let text) = first else { preconditionFailure("a text") }
      var pattern = Array(text)
      for _ in 0..<min(2, pattern.count) {
        pattern[below(pattern.count)] = below(2) > 0 ? "%" : "_"
      }
      return .test(field, .like(String(pattern) + (below(2) > 0 ? "%" : "")))
    }
  }

  /// Returns the value of some row that has one.
  private mutating func literal(_ field: FilterField) -> FilterLiteral? {
    let column = columns[field.name]!
    let start = below(column.count)
    let rows = Array(start..<column.count) + Array(0..<start)
    guard let row = rows.first(where: { !column.isNull($0) }) else { return nil }
    let slot = column.slot(row)
    switch (field.kind, column.type) {
    case (.number, .micros):
      return .number(FilterNumber(Decimal6(micros: Int64(slot)!).description)!)
    case (.number, _): return .number(FilterNumber(slot + ["", ".5"][below(2)])!)
    case (.day, _): return .day(Day(Int32(slot)!))
    case (.instant, _): return .instant(Int64(slot)! / 1_000_000 * 1_000_000)
    case (.boolean, _): return .boolean(slot == "true")
    case (_, .coded(let name)): return .text(snapshot.dictionary(name)[Int(slot)!])
    default: return .text(slot)
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}

// MARK: - SQL

extension FilterExpression {
  /// The condition in DuckDB's words.
  var sql: String {
    switch self {
    case .and(let parts): "(" + parts.map(\.sql).joined(separator: " AND ") + ")"
    case .or(let parts): "(" + parts.map(\.sql).joined(separator: " OR ") + ")"
    case .not(let part): "(NOT \(part.sql))"
    case .test(let field, let test): "(\"\(field.name)\" \(test.sql))"
    case .valued(let value, let test):
      value.kind == .number ? test.sql(ofNumber: value.sql) : "(\(value.sql) \(test.sql))"
    case .compared(let left, let comparison, let right):
      "(\(left.sql) \(comparison.rawValue) \(right.sql))"
    }
  }
}

extension FilterValue {
  /// Arithmetic with millionths in DuckDB's words; an export has decimals as doubles.
  static let macros = """
    create macro millionths(x) as cast(round(cast(x as double) * 1000000) as hugeint);
    create macro limited(x) as cast(try_cast(x as bigint) as hugeint);
    create macro half_even(n, d) as
      n // d + case when n % d * 2 > d or (n % d * 2 = d and (n // d) % 2 = 1) then 1 else 0 end;
    create macro quotient(n, d) as case when d = 0 then null else
      limited(half_even(abs(n), abs(d)) * case when (n < 0) <> (d < 0) then -1 else 1 end) end;
    """

  /// The value: a number in millionths, or what a column holds.
  var sql: String {
    switch self {
    case .field(let field):
      field.kind == .number ? "millionths(\"\(field.name)\")" : "\"\(field.name)\""
    case .literal(.number(let number)): "\(number.micros!)::hugeint"
    case .literal(let literal): literal.sql
    case .negative(let value): "(-\(value.sql))"
    case .absolute(let value): "abs(\(value.sql))"
    case .first(let values): "coalesce(" + values.map(\.sql).joined(separator: ", ") + ")"
    case .joined(let left, .plus, let right): "limited(\(left.sql) + \(right.sql))"
    case .joined(let left, .minus, let right): "limited(\(left.sql) - \(right.sql))"
    case .joined(let left, .times, let right): "quotient(\(left.sql) * \(right.sql), 1000000)"
    case .joined(let left, .over, let right): "quotient(\(left.sql) * 1000000, \(right.sql))"
    }
  }
}

extension FilterTest {
  var sql: String {
    switch self {
    case .compare(let comparison, let literal): "\(comparison.rawValue) \(literal.sql)"
    case .among(let literals): "IN (" + literals.map(\.sql).joined(separator: ", ") + ")"
    case .between(let low, let high): "BETWEEN \(low.sql) AND \(high.sql)"
    case .like(let pattern): "LIKE \(FilterLiteral.text(pattern).sql)"
    case .null: "IS NULL"
    }
  }
}

extension FilterTest {
  /// The test of a number in millionths; both sides are in 10⁻¹².
  fileprivate func sql(ofNumber value: String) -> String {
    func exact(_ literal: FilterLiteral) -> String {
      guard case .number(let number) = literal else { preconditionFailure("a number") }
      return "\(FilterReference.decimal(number.text))::hugeint"
    }
    let own = "\(value) * 1000000"
    return switch self {
    case .compare(let comparison, let literal): "(\(own) \(comparison.rawValue) \(exact(literal)))"
    case .among(let literals): "(\(own) IN (\(literals.map(exact).joined(separator: ", "))))"
    case .between(let low, let high): "(\(own) BETWEEN \(exact(low)) AND \(exact(high)))"
    case .null: "(\(own) IS NULL)"
    case .like: preconditionFailure("like is for texts")
    }
  }
}

extension FilterLiteral {
  var sql: String {
    switch self {
    case .number(let number): number.text
    case .text(let text):
      // Scalar by scalar: a quote under a combining mark is another character, and yet a quote.
      text.unicodeScalars.reduce("'") { $0 + ($1 == "'" ? "''" : String($1)) } + "'"
    case .day(let day): "DATE '\(day.iso)'"
    case .instant: "TIMESTAMPTZ '\(description)'"
    case .boolean(let flag): flag ? "TRUE" : "FALSE"
    }
  }
}
