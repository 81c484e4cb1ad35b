import Foundation
import MappingProposals
import Mappings
import TestSupport
import Testing

/// Columns that no field takes, and files of which no column is mapped.
struct UnreadColumnTests {
  private static let runners: [ParquetBytes.Column] = [
    .lists("form", [1, 2]), .texts("race_id", ["R1", "R1"]),
    .texts("date", ["2024-05-01", "2024-05-01"]), .texts("horse", ["Alpha", "Bravo"]),
    .numbers("x", [1, 2]).inside("odds"), .numbers("y", [1, 2]).inside("odds"),
    .fixed("key", [[1, 2], [3, 4]]), .numbers("position", [1, 2]),
  ]

  @Test func `columns of lists and the like are left out of a proposal and reported`() throws {
    let store = TestStore()
    let file = try store.file(ParquetBytes(Self.runners, rowCount: 2).bytes, ending: "parquet")
    let found = try FileExplanation(file: file)
    #expect(
      found.text.contains(
        """
        # Columns of values that no field takes:
        #   form: lists
        #   key: bytes of one length (fixed_size_binary)
        #   odds: structures
        """), "\(found.text)")
    #expect(found.text.contains("# 2 rows read = 2 stored + 0 duplicates + 0 rejected"))
    let yaml = found.text
    #expect(try store.add([file], yaml: yaml)[0].counts == [2, 2, 0, 0])
    let wrong = yaml.replacing("{column: position", with: "{column: form")
    let error = #expect(throws: ImportError.self) { try store.add([file], yaml: wrong) }
    #expect("\(error as Any)".contains("found lists in the column form; expected texts, numbers"))
  }

  @Test(arguments: ["12:12:12", "12.12"])
  func `a CSV file of which no column is mapped is explained`(cell: String) throws {
    let store = TestStore()
    let page = try FileExplanation(file: try store.file("t\n\(cell)\n\(cell)\n")).text
    #expect(page.contains("race_id: {column: \"@file\""), "\(page)")
    #expect(page.contains("#   t: such as \(cell)"))
    #expect(page.contains("# 2 rows read = "))
  }

  @Test func `a Parquet file of which no column is mapped has the rows of its pages`() throws {
    let store = TestStore()
    let bytes = ParquetBytes([.numbers("zz", [7, 8, 9])], rowCount: 3).bytes
    let page = try FileExplanation(file: try store.file(bytes, ending: "parquet")).text
    #expect(page.contains("# 3 rows read = "), "\(page)")
  }

  @Test(.timeLimit(.minutes(1)), arguments: [10_000_000, 1_000_000_000_000])
  func `rows without a column are refused`(count: Int) throws {
    let store = TestStore()
    let file = try store.file(ParquetBytes([], rowCount: count).bytes, ending: "parquet")
    let error = #expect(throws: ImportError.self) { try FileExplanation(file: file) }
    #expect("\(error as Any)".contains("found no column, and a count of \(count) rows"))
    #expect(throws: ImportError.self) { try store.add([file]) }
  }

  /// Days of the Julian calendar: 2024-05-01, 9999-12-31, one that no moment has.
  @Test func `a time beyond 2262 is stored as it is, and one that is none refuses its row`() throws
  {
    let store = TestStore()
    let columns: [ParquetBytes.Column] = [
      .texts("race_id", ["R1", "R2", "R3"]),
      .int96("off", [(2_460_432, 51_300_000_000_000), (5_373_484, 0), (4_294_967_295, 0)]),
      .numbers("number", [1, 1, 1]),
    ]
    let file = try store.file(ParquetBytes(columns, rowCount: 3).bytes, ending: "parquet")
    let yaml = mapping(key: "[number]", "number: number", "off_time: \"off\"")
      .replacing("date: {column: date}", with: "date: {column: \"off\", in_zone: UTC}")
    #expect(try store.add([file], yaml: yaml)[0].counts == [3, 2, 0, 1])
    #expect(
      Set(try store.values("off_time")) == [
        "2024-05-01 14:15:00.000000Z", "9999-12-31 00:00:00.000000Z",
      ])
  }
}
