import Columns
import Foundation
import ReportSQL
import TabularFiles
import TestSupport

/// DuckDB in place of a cluster: a dataset's files, and queries of which it has all answers.
struct DuckDBEngine: SQLEngine {
  private let answers: [String: Table]

  /// Reads the files `starters/month=*/*.parquet`, and answers queries in Spark's dialect.
  private static let script = """
    import sys, duckdb, pyarrow as pa
    dataset, folder = sys.argv[1:]
    duckdb.sql('set enable_progress_bar = false')
    duckdb.sql(f"create view railbird_starters as select * from read_parquet("
               f"'{dataset}/starters/*/*.parquet', hive_partitioning = true, "
               "hive_types = {'month': varchar})")
    duckdb.sql(f"create view railbird_starters_files as select filename as path, size as length "
               f"from read_blob('{dataset}/starters/*/*.parquet')")
    for index, query in enumerate(open(folder + '/queries', newline='').read().split('\\x01')):
      query = query.replace('`', '"').replace(' div ', ' // ')
      # DuckDB divides whole numbers alone exactly.
      query = query.replace('DECIMAL(19, 0)', 'HUGEINT').replace("\\\\'", "''")
      query = query.replace('\\\\u0024', '$').replace('\\\\\\\\', '\\\\')
      found = duckdb.sql(query).arrow()
      table = found if isinstance(found, pa.Table) else found.read_all()
      with pa.OSFile(f'{folder}/{index}.arrow', 'wb') as sink:
        # One batch, as the program's own files have, even of no row.
        none = pa.RecordBatch.from_arrays([pa.array([], f.type) for f in table.schema],
                                          schema=table.schema)
        with pa.ipc.new_file(sink, table.schema) as writer:
          if table.num_rows: writer.write_table(table.combine_chunks(), table.num_rows)
          else: writer.write_batch(none)
    """

  /// Asks all queries at once: DuckDB takes longer to start than to answer.
  init(_ dataset: StarterFiles, _ queries: [String]) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(queries.joined(separator: "\u{1}"), to: "queries")
    let done = try Python.run(Self.script, dataset.folder.path, folder.path)
    guard done.exitCode == 0 else { throw Failure(text: done.stderr) }
    var answers: [String: Table] = [:]
    for (index, query) in queries.enumerated() {
      answers[query] = try ArrowFile.map(folder.file("\(index).arrow"))
    }
    self.answers = answers
  }

  func execute(_ statement: String) {}

  func rows(of query: String) throws(Failure) -> [Table] {
    guard let answer = answers[query] else { throw Failure(text: "no such query: \(query)") }
    return [answer]
  }

  struct Failure: Error {
    let text: String
  }
}

/// A dataset's table of starters, and its manifest.
struct StarterFiles {
  let folder: TemporaryFolder
  let fields: [Field]
  let manifest: ReportDataset

  /// Writes a snapshot's starters.
  init(_ starters: DatasetStarters) throws {
    folder = try TemporaryFolder()
    var months: [String] = []
    for month in starters.months {
      let part = "starters/month=\(month.iso)"
      try FileManager.default.createDirectory(
        atPath: folder.file(part), withIntermediateDirectories: true)
      let table = try starters.table(of: month)
      let writer = try TableWriter(
        path: folder.file(part + "/part-0000.parquet"), format: .parquet, fields: starters.fields)
      try writer.write(table)
      let bytes = try writer.close().bytes
      months.append(
        #"{"month":"\#(month.iso)","files":[{"path":"\#(part)/part-0000.parquet","bytes":\#(bytes)}]}"#
      )
    }
    self.fields = starters.fields
    let fields = starters.fields.map { #"{"name":"\#($0.name)","type":"\#($0.type.name)"}"# }
    let facts = String(decoding: try JSONEncoder().encode(starters.facts()), as: UTF8.self)
    let text = """
      {"format":"railbird-dataset","version":1,"sources":[],"report":\(facts),"tables":{"starters":\
      {"fields":[\(fields.joined(separator: ","))],"months":[\(months.joined(separator: ","))]}}}
      """
    manifest = try ReportDataset(Data(text.utf8), of: "file:///data")
  }
}
