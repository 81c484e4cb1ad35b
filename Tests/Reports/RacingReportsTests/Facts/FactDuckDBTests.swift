import ColumnStore
import Columns
import Foundation
import Racing
import RacingExport
import StoreSupport
import TestSupport
import Testing

@testable import RunnerKeys

/// Facts against DuckDB's window functions over the exported runners: `Tests/Oracle/facts.sql`.
struct FactDuckDBTests {
  /// Prints each fact's values, then the rows of each condition.
  private static let script = """
    import sys, duckdb
    duckdb.sql('set enable_progress_bar = false')
    duckdb.sql("set TimeZone = 'UTC'")
    duckdb.sql(sys.argv[6])
    duckdb.sql("create table runners as select * exclude file_row_number, "
               f"file_row_number as place from read_parquet('{sys.argv[1]}', file_row_number = true)")
    # A store has the columns alone that some source fills.
    known = duckdb.table('runners').columns
    for field in sys.argv[5].split(','):
      if field.split()[0] not in known: duckdb.sql(f'alter table runners add column {field}')
    for statement in open(sys.argv[2]).read().split(';'):
      if statement.strip(): duckdb.sql(statement)
    def text(value):
      if value is None: return '~'
      if isinstance(value, bool): return str(value).lower()
      return f'{value:.6f}'.rstrip('0').rstrip('.') if isinstance(value, float) else str(value)
    for fact in sys.argv[4].split(','):
      print(*[text(row[0]) for row in
              duckdb.sql(f'select {fact} from facts order by place').fetchall()], sep='|')
    for condition in open(sys.argv[3], newline='').read().split('\\x01'):
      print(*[row[0] for row in
              duckdb.sql(f'select place from facts join runners using (place) where {condition} order by 1').fetchall()])
    """

  /// All columns with the types that an export gives them.
  private static let columns = RacingTables.questionNames.map { name in
    switch RacingTables.flatField(name)!.type {
    case .coded, .text: "\(name) varchar"
    case .micros, .double: "\(name) double"
    case .boolean: "\(name) boolean"
    case .date: "\(name) date"
    case .instant: "\(name) timestamptz"
    case .int16, .int32, .int64: "\(name) bigint"
    }
  }.joined(separator: ",")

  @Test(
    .enabled(if: Python.hasPackages, "\(Python.absence)"),
    arguments: [true, false])
  func `duckdb's window functions tell the same facts, and select the same runners`(
    isSeason: Bool
  ) throws {
    let snapshot =
      isSeason
      ? try StoreFixture.season(runners: 2_500, seed: 5)
      : try StoreFixture.snapshot(csv: FactRaces.csv(FactRaces(races: 300, salt: 90).rows))
    let folder = try TemporaryFolder()
    try ExportJob(snapshot).write("runners", to: folder.file("runners.parquet"), as: .parquet)
    let facts = RunnerFact.allCases.map(\.rawValue)
    // A season has few of the stored columns; the other store has all.
    let fields =
      isSeason ? facts : facts + RacingTables.questionNames.filter { $0 != "field_size" }
    var random = RandomFilters(salt: 91, fields: fields.map { FilterField.named($0)! })
    let conditions =
      (0..<200).map { _ in random.expression(depth: 2) } + (0..<300).map { _ in random.computed() }
    let answer = try Python.run(
      Self.script, folder.file("runners.parquet"),
      RailbirdProcess.packageFolder + "/Tests/Oracle/facts.sql",
      try folder.write(conditions.map(\.sql).joined(separator: "\u{1}"), to: "conditions"),
      facts.joined(separator: ","), Self.columns, FilterValue.macros)
    try #require(answer.exitCode == 0, "\(answer.stderr)")
    let lines = answer.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == facts.count + conditions.count + 1)
    for (fact, line) in zip(RunnerFact.allCases, lines) {
      let found = try FactTests.values(fact, snapshot).map { $0 ?? "~" }
      let expected = line.split(separator: "|").map(String.init)
      let place = found.indices.first {
        $0 >= expected.count || !FactReference.areSame(found[$0], expected[$0], fact)
      }
      #expect(
        place == nil && found.count == expected.count,
        """
        \(fact.rawValue), row \(place ?? -1): \(place.map { found[$0] } ?? ""), seed \
        \(SeededGenerator.seed)
        """)
    }
    var hits = 0
    for (condition, line) in zip(conditions, lines.dropFirst(facts.count)) {
      let filter = try Filter(condition.description)
      var columns = KeyColumns(months: try snapshot.monthViews(), snapshot: snapshot)
      let flags = try FilterMasks([filter], &columns, threads: 2)[filter]!
        .flatMap { month in (0..<month.count).map { month[$0] } }
      let found = flags.indices.filter { flags[$0] }
      #expect(found == line.split(separator: " ").map { Int($0)! }, "\(condition)")
      hits += found.isEmpty || found.count == flags.count ? 0 : 1
    }
    // Many conditions match some runners and not others.
    #expect(hits > 100)
  }
}
