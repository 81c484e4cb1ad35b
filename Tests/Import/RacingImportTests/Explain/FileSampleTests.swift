import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing
@testable import MappingProposals

/// Samples of files whose columns are read some at a time.
struct FileSampleTests {
  @Test func `a Parquet file's sample is that of the same rows as CSV`() throws {
    let folder = try TemporaryFolder()
    let rows = 45_000
    // Columns with a text in one row alone, which no stretch holds, lie in several groups.
    let columns = (0..<21).map { column -> (String, Column) in
      let texts = (0..<rows).map { row in
        column % 5 == 3
          ? (row == 1_500 * (column + 1) + 777 ? "rare \(column)" : "") : "\(row % (column + 2))"
      }
      return ("c\(column)", Column(texts: texts))
    }
    let table = Table(columns)
    let paths = try [TableFormat.parquet, .csv].map { format in
      let path = folder.file(format == .csv ? "a.csv" : "a.parquet")
      let writer = try TableWriter(path: path, format: format, fields: table.fields)
      try writer.write(table)
      try writer.close()
      return path
    }
    let samples = try paths.map { try FileSample(try SourceFile(path: $0), threads: 2) }
    #expect(samples.map(\.rowCount) == [rows, rows])
    #expect(samples[0].columns == samples[1].columns && samples[0].columns.count == 21)
    for (parquet, csv) in zip(samples[0].profiles, samples[1].profiles) {
      #expect(parquet.column == csv.column)
      #expect(parquet.values == csv.values && parquet.codes == csv.codes, "\(csv.column)")
    }
    #expect(samples[0].profiles[8].values == ["rare 8"])
  }
}
