import Columns
import Racing
import TestSupport
import Testing

@testable import RunnerKeys

struct FilterMaskTests {
  @Test(arguments: [0, 1, 7, 8, 9, 64, 131], [true, false])
  func `a mask holds what the meaning of the language holds`(count: Int, nulls: Bool) throws {
    var random = SeededGenerator(UInt64(count) + 1000)
    let reference = Self.runners(count: count, nulls: nulls, using: &random)
    var filters = RandomFilters(salt: UInt64(count))
    for index in 0..<150 {
      let expression = index % 2 == 0 ? filters.computed() : filters.expression()
      let filter = try Filter(expression.description)
      let mask = FilterMask(filter) { reference.names[$0]! }
        .mask(rowCount: count) { reference.columns[$0]! }
      let expected = (0..<count).map { reference.holds(expression, row: $0) == true }
      #expect(mask.count == count)
      #expect(
        (0..<count).map { mask[$0] } == expected, "\(filter) with seed \(SeededGenerator.seed)")
    }
  }

  /// Millionths and whole numbers at the ends of their columns, against numbers just beside them.
  @Test(arguments: [
    ("sp < 3.3333333", [3_333_333]), ("sp <= 3.3333329", []),
    ("sp >= 3.3333331", [3_333_334, .max]),
    ("sp > 3.333333", [3_333_334, .max]), ("sp = 3.3333330", [3_333_333]),
    ("sp = 3.33333300000000000000000001", []), ("sp in (3.333334, 3.3333335)", [3_333_334]),
    ("sp != 3.3333335", [3_333_333, 3_333_334, .max]),
    ("sp between 3.3333331 and 3.3333339", []),
    ("sp < 99999999999999999999999999999999999999999", [3_333_333, 3_333_334, .max]),
    ("sp > -99999999999999999999999999999999999999999", [3_333_333, 3_333_334, .max]),
    ("sp = 99999999999999999999999999999999999999999", []),
    ("sp >= 9223372036854.775807", [.max]), ("sp > 9223372036854.775807", []),
    ("sp not between 3.333334 and 9223372036854.7758069", [3_333_333, .max]),
  ])
  func `decimals compare exactly`(text: String, passing: [Int64]) throws {
    let prices: [Int64] = [3_333_333, 3_333_334, .max]
    let column = Column(.micros, int64s: prices)
    let mask = FilterMask(try Filter(text)) { _ in [] }.mask(rowCount: 3) { _ in column }
    #expect(prices.indices.filter { mask[$0] }.map { prices[$0] } == passing)
  }

  @Test(
    arguments: [
      ("draw < -32768", []), ("draw < -32767.5", [-32_768]), ("draw > 32766.99", [32_767]),
      ("draw = 32768", []), ("draw != 32768", [-32_768, -1, 32_767]),
      ("draw < -0.5", [-32_768, -1]),
      ("draw in (-1.0, 70000, 2.5)", [-1]), ("draw <= 1e5", nil),
      ("draw between -1.5 and 99999", [-1, 32_767]), ("draw between 5 and 1", []),
    ] as [(String, [Int16]?)])
  func `whole numbers compare exactly with decimals`(text: String, passing: [Int16]?) throws {
    let draws: [Int16] = [-32_768, -1, 32_767]
    guard let filter = try? Filter(text) else {
      #expect(passing == nil)
      return
    }
    let column = Column(int16s: draws)
    let mask = FilterMask(filter) { _ in [] }.mask(rowCount: 3) { _ in column }
    #expect(draws.indices.filter { mask[$0] }.map { draws[$0] } == passing)
  }

  @Test func `a name is asked about once, however many runners have it`() throws {
    var asked: [String] = []
    let mask = FilterMask(try Filter("jockey like 'A%' or not jockey in (Bob) or sp > 1")) {
      asked.append($0)
      return ["Ann", "Bob"]
    }
    #expect(asked == ["jockey", "jockey"])
    let codes = Column(.coded(dictionary: "jockey"), int32s: [0, 1, nil, 0])
    let prices = Column.nulls(.micros, count: 4)
    let rows = mask.mask(rowCount: 4) { $0 == "sp" ? prices : codes }
    #expect((0..<4).map { rows[$0] } == [true, false, false, true])
    #expect(asked.count == 2)
  }

  @Test func `a filter states its fields once each`() throws {
    let filter = try Filter("not (sp < 2 or month = 2024-01) and (sp > 1 or Handicap)")
    #expect(filter.fieldNames == ["sp", "month", "handicap"])
  }

  // MARK: - Implementation

  /// Columns of every field: names from a small dictionary, numbers near the filters' literals.
  private static func runners(
    count: Int, nulls: Bool, using random: inout SeededGenerator
  ) -> FilterReference {
    var columns: [String: Column] = [:]
    var names: [String: [String]] = [:]
    for field in FilterField.all {
      let flags = (0..<count).map { _ in !nulls || Int.random(in: 0..<4, using: &random) > 0 }
      let numbers = flags.map { $0 ? Int.random(in: 0..<12, using: &random) : 0 }
      names[field.name] =
        field.kind == .outcome ? Outcome.allCases.map(\.name) : RandomFilters.words
      columns[field.name] = column(
        KeyColumns.type(ofField: field.name), numbers, Validity(flags))
    }
    return FilterReference(columns: columns, names: names)
  }

  private static func column(_ type: ColumnType, _ numbers: [Int], _ validity: Validity) -> Column {
    let micros: [Int64] = [
      0, 1, 1_000_000, 3_333_333, 3_500_000, -1_000_000, 2_000_000, 5_000_000, -1, 10_000_000,
      500_000, 1_000_000_000,
    ]
    let values: ColumnValues =
      switch type {
      case .int16: .int16(Buffer(numbers.map { Int16($0 - 2) }))
      case .int32: .int32(Buffer(numbers.map { Int32($0 - 2) }))
      case .coded: .int32(Buffer(numbers.map { Int32($0) }))
      case .date: .int32(Buffer(numbers.map { Day(iso: "2024-02-25")!.number + Int32($0) }))
      case .instant: .int64(Buffer(numbers.map { 1_709_164_800_000_000 + Int64($0) * 900_000_000 }))
      case .micros: .int64(Buffer(numbers.map { micros[$0] }))
      case .boolean: .boolean(Bitmap(numbers.map { $0 % 2 == 0 }))
      case .text: .text(TextBuffer(numbers.map { RandomFilters.words[$0] }))
      case .int64, .double: preconditionFailure("no field of that type")
      }
    return Column(type, values, validity)
  }
}
