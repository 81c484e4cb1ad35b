import ColumnStore
import Columns
import Foundation
import Racing
import TabularFiles
import TestSupport
import Testing
@testable import Mappings
@testable import RowReading

/// Parquet files, which are read a batch at a time, against the same rows as CSV.
struct ParquetPartTests {
  @Test(
    arguments: MonthPartTests.Oddity.allCases.filter { $0 != .earlyWidth },
    LongForm.cases([10, 1000], short: 1))
  func `a Parquet file gives what its text gives`(
    oddity: MonthPartTests.Oddity, partRows: Int
  ) throws {
    let (texts, batches) = (TestStore(), TestStore())
    let csv = try MonthPartTests.file(MonthPartTests.lines(oddity), texts)
    let expected = try MonthPartTests.outcome(of: csv, texts, MonthPartTests.job(texts))
    let file = batches.newPath("parquet")
    try Self.write(Self.rows(csv, typed: oddity == .none ? ["race_id"] : []), to: file)
    var steps: Set<Substring> = []
    var job = try MonthPartTests.job(batches, partRows: partRows)
    job.progress = { steps.insert($0.prefix { $0 != " " }) }
    var found = try MonthPartTests.outcome(of: file, batches, job)
    #expect(steps.contains("sorting") == (oddity != .none))
    // A row's number counts from 1, its line in a text from the header.
    found.tables = found.tables.map { text in
      guard let number = Int(text.prefix { $0 != " " }) else { return text }
      return "\(number + 1)" + text.drop { $0 != " " }
    }
    #expect(found == expected)
  }

  @Test func `a Parquet file that is damaged behind its first months stores nothing`() throws {
    let store = TestStore()
    let rows = 0..<200_000
    let file = store.newPath("parquet")
    // Texts that all differ make many pages, the last of which are damaged.
    try Self.write(
      Table([
        ("race_id", Column(.int32, .int32(Buffer(rows.map { Int32($0 / 8) })), .allValid)),
        ("date", Column(.date, .int32(Buffer(rows.map { Int32(15_000 + $0 / 100) })), .allValid)),
        ("number", Column(.int16, .int16(Buffer(rows.map { Int16($0 % 8) })), .allValid)),
        ("position", Column(.int16, .int16(Buffer(rows.map { Int16($0 % 8 + 1) })), .allValid)),
        ("horse", Column(texts: rows.map { "Horse \($0 &* 2_654_435_761)" })),
      ]), to: file)
    var bytes = Array(try Data(contentsOf: URL(filePath: file)))
    let footer = bytes.suffix(8).prefix(4).enumerated().reduce(0) { $0 + Int($1.1) << (8 * $1.0) }
    let end = bytes.count - 8 - footer
    for place in (end - 20_000)..<end { bytes[place] ^= 0xA5 }
    try Data(bytes).write(to: URL(filePath: file))
    var job = try MonthPartTests.job(store)
    var steps: Set<Substring> = []
    job.progress = { steps.insert($0.prefix { $0 != " " }) }
    #expect(throws: ImportError.self) { try job.run([file]) }
    #expect(steps.contains("writing"))
    #expect(throws: StoreError.self) { try Snapshot(store: store.path) }
  }

  @Test func `a refused row is known by its race, in parts as well`() throws {
    for ids in [["1", "2"], ["2", "1"]] {
      let store = TestStore()
      let file = store.newPath("parquet")
      try Self.write(
        Table([
          ("race_id", Column(texts: ids)), ("date", Column(texts: ["2024-05-01", "2024-05-02"])),
          ("number", Column(.int32, .int32(Buffer([70_000, 3])), .allValid)),
          ("horse", Column(texts: ["A", "B"])), ("position", Column(texts: ["1", "1"])),
        ]), to: file)
      #expect(try MonthPartTests.job(store).run([file])[0].rejected == 1)
      #expect(try store.rejects().map(\.raw) == ["race_id " + ids[0]])
    }
  }

  @Test func `days that a file holds as moments are looked at one by one`() {
    let perDay: Int64 = 86_400_000_000
    let micros = [perDay * 19_000, perDay * 19_000 + 1, -perDay, .min, .max, perDay * 19_001]
    let column = Column(.instant, .int64(Buffer(micros)), .allValid)
    let reader = FieldReader(field: Field("date", .date), mapping: FieldMapping(column: "c"))
    let days = reader.values(Table([("c", column)]))
    #expect([0, 2, 5].map { days.column.int32s[$0] } == [19_000, -1, 19_001])
    #expect(days.problems.map(\.row) == [1, 3, 4])
    #expect(days.problems[0].found == "1641600000000001 µs since 1970")
    var mapping = FieldMapping(column: "c")
    mapping.dayZone = "America/New_York"
    let there = FieldReader(field: Field("date", .date), mapping: mapping)
      .values(Table([("c", column)]))
    // Midnight in UTC is the evening before.
    #expect([0, 1, 2, 5].map { there.column.int32s[$0] } == [18_999, 18_999, -2, 19_000])
    #expect(there.problems.map(\.row) == [3, 4])
  }

  @Test func `moments without a zone are in the mapping's`() {
    let local = ["2024-07-01 14:30", "2024-01-31 14:30", "2024-07-01 00:00"]
    let micros = local.map { Moment.micros($0, [.blank, .minutes, .unzoned])! }
    let table = Table([("c", Column(.instant, .int64(Buffer(micros)), .allValid))])
    func texts(_ field: Field, isLocal: Bool, _ change: (inout FieldMapping) -> Void = { _ in })
      -> [String]
    {
      var mapping = FieldMapping(column: "c")
      mapping.zone = "Europe/London"
      change(&mapping)
      let column = FieldColumn(field.type)
      FieldReader(field: field, mapping: mapping)
        .read(RowBatch(table, localTimes: isLocal ? ["c"] : []), into: column)
      let values = column.finished()
      return (0..<3).map {
        field.type == .date ? Day(values.int32s[$0]).iso : "\(values.int64s[$0] - micros[$0])"
      }
    }
    let time = Field("off_time", .instant)
    #expect(texts(time, isLocal: true) == ["-3600000000", "0", "-3600000000"])
    #expect(texts(time, isLocal: false) == ["0", "0", "0"])
    #expect(texts(time, isLocal: true) { $0.zone = nil } == ["0", "0", "0"])
    let day = Field("date", .date)
    let inLondon = texts(day, isLocal: true) { $0.dayZone = "Europe/London" }
    #expect(inLondon == ["2024-07-01", "2024-01-31", "2024-07-01"])
    let inNewYork = texts(day, isLocal: true) { $0.dayZone = "America/New_York" }
    #expect(inNewYork == ["2024-07-01", "2024-01-31", "2024-06-30"])
  }

  /// Whole numbers are stored directly, with the same result as their texts.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `typed whole numbers are read as their texts are`(seed: UInt64) {
    var random = SeededGenerator(seed)
    let fields: [Field] = [
      Field("number", .int16), Field("distance_m", .int32), Field("position", .int16),
      Field("points", .int64), Field("race_id", .text), Field("weight_lb", .micros),
      Field("beaten_lengths", .micros), Field("sp", .micros), Field("tote", .micros),
    ]
    for type in [ColumnType.int16, .int32, .int64] {
      for hasNulls in [true, false] {
        let column = Self.edges(
          RandomColumns.column(type, count: 100, nulls: hasNulls, using: &random))
        let texts = Column(
          texts: (0..<column.count).map { column.isNull($0) ? nil : text(column, $0) })
        for field in fields {
          for bad in [FieldMapping.Bad.reject, .null] {
            var mapping = FieldMapping(column: "c")
            mapping.bad = bad
            let reader = FieldReader(field: field, mapping: mapping)
            let (typed, plain) = (
              reader.values(Table([("c", column)])), reader.values(Table([("c", texts)]))
            )
            for row in 0..<column.count {
              #expect(typed.column.holdsSame(row, as: plain.column, row))
            }
            #expect(typed.problems.map(\.row) == plain.problems.map(\.row))
            #expect(typed.problems.map(\.found) == plain.problems.map(\.found))
            #expect(typed.problems.map(\.expected) == plain.problems.map(\.expected))
          }
        }
      }
    }
  }

  private func text(_ column: Column, _ row: Int) -> String {
    String(decoding: column.cellText(row), as: UTF8.self)
  }

  /// Adds rows with the smallest and largest values, and around the limit of a text's digits.
  private static func edges(_ column: Column) -> Column {
    switch column.values {
    case .int16:
      Column.concatenated([column, Column(.int16, .int16(Buffer([.min, .max, -1, 0])), .allValid)])
    case .int32:
      Column.concatenated([
        column, Column(.int32, .int32(Buffer([.min, .max, 32_767, 32_768, 0])), .allValid),
      ])
    default:
      Column.concatenated([
        column,
        Column(
          .int64,
          .int64(
            Buffer([
              .min, .max, 2_147_483_648, 999_999_999_999_999_999, 1_000_000_000_000_000_000,
              -999_999_999_999_999_999, 9_223_372_036_854, 9_223_372_036_855, 2, 1, 0, -3,
            ])), .allValid),
      ])
    }
  }

  /// Returns the rows of a CSV file, some columns as whole numbers.
  private static func rows(_ csv: String, typed: Set<String>) throws -> Table {
    let file = try SourceFile(path: csv)
    let table = Table.concatenated(
      try file.read(columns: file.columnNames(), threads: 1).tables)
    return typed.reduce(table) { table, name in
      let texts = table[name]!.texts
      let numbers = (0..<table.rowCount).map {
        Int64(String(decoding: texts.utf8($0), as: UTF8.self))
      }
      return table.replacing(name, Column(int64s: numbers))
    }
  }

  private static func write(_ table: Table, to path: String) throws {
    let writer = try TableWriter(path: path, format: .parquet, fields: table.fields)
    try writer.write(table)
    try writer.close()
  }
}
