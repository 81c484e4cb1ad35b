import Columns
import TestSupport
import Testing

struct TableTests {
  private let races = Table([
    ("race_id", Column(texts: ["a", "b"])), ("prize", Column(.micros, int64s: [1, nil])),
  ])
  private let more = Table([
    ("draw", Column(int16s: [7])), ("race_id", Column(texts: ["c"])),
  ])

  @Test func `a column that a part lacks is null in its rows`() {
    let joined = Table.concatenated([races, more])
    #expect(joined.rowCount == 3)
    #expect(joined.fields.map(\.name) == ["race_id", "prize", "draw"])
    #expect(
      joined.cells == [
        "race_id": ["a", "b", "c"], "prize": ["1", nil, nil], "draw": [nil, nil, "7"],
      ])
    #expect(joined["prize"]?.type == .micros)
  }

  @Test func `an empty part adds columns but no rows`() {
    let empty = Table([("going", Column(texts: []))])
    let joined = Table.concatenated([empty, races])
    #expect(joined.rowCount == 2)
    #expect(joined["going"]?.cells == [nil, nil])
  }

  @Test func `one part is itself`() {
    #expect(Table.concatenated([races]).cells == races.cells)
  }

  @Test func `gathered rows keep the columns`() {
    let gathered = races.gathered([1, -1, 0])
    #expect(gathered.fields == races.fields)
    #expect(gathered.cells == ["race_id": ["b", nil, "a"], "prize": [nil, nil, "1"]])
  }

  @Test func `a column without a value is dropped`() {
    let table = Table([
      ("empty", Column.nulls(.int64, count: 2)), ("half", Column(int64s: [nil, 0])),
    ])
    #expect(table.droppingEmptyColumns().fields.map(\.name) == ["half"])
    #expect(table.droppingEmptyColumns().rowCount == 2)
  }

  @Test func `a table of no rows keeps its columns`() {
    let table = Table([("a", Column(texts: [])), ("b", Column(int64s: []))])
    #expect(table.droppingEmptyColumns().fields == table.fields)
  }

  @Test func `a missing column reads as nulls of its type`() {
    let column = races.column(Field("weight_lb", .micros))
    #expect(column.type == .micros)
    #expect(column.cells == [nil, nil])
    #expect(races["weight_lb"] == nil)
  }
}
