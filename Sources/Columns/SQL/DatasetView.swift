/// A table of Parquet files as Spark's SQL names it: exactly the files that a manifest lists.
package struct DatasetView: Sendable {
  /// The statement that makes the view.
  package let statement: String
  /// The query of its number of rows, in a column `n`.
  ///
  /// The files are named by a pattern, of which Spark leaves out what it does not find.
  package let count: String
  /// The number of rows that its files have by the manifest.
  package let rowCount: Int

  /// Names a table.
  ///
  /// - Parameters:
  ///   - name: The view's name.
  ///   - columns: The names and types of its columns; a cluster should neither guess them nor read
  ///     a file for them.
  ///   - table: The name of the table's folder.
  ///   - dataset: The folder above it as the cluster sees it, such as `file:///lake/racing`.
  ///   - files: The paths of its files from there; none for a table without rows.
  ///   - rowCount: The number of rows in them.
  package init(
    _ name: String, _ columns: [(name: String, type: String)], of table: String,
    in dataset: String, files: [String], rowCount: Int
  ) {
    let view = "CREATE OR REPLACE TEMPORARY VIEW \(SQLText.name(name))"
    if files.isEmpty {
      let values = columns.map { "CAST(NULL AS \($0.type)) AS \(SQLText.name($0.name))" }
      statement = "\(view) AS SELECT \(values.joined(separator: ", ")) WHERE FALSE"
    } else {
      let list = columns.map { "\(SQLText.name($0.name)) \($0.type)" }.joined(separator: ", ")
      statement =
        "\(view) (\(list)) USING parquet OPTIONS (path "
        + SQLText.text("\(dataset)/{\(files.joined(separator: ","))}")
        + ", basePath \(SQLText.text(dataset + "/" + table)))"
    }
    count = "SELECT COUNT(*) AS n FROM \(SQLText.name(name))"
    self.rowCount = rowCount
  }

  /// Returns the statement that makes a view of a manifest's text, for ``manifest``.
  package static func manifestView(of path: String) -> String {
    "CREATE OR REPLACE TEMPORARY VIEW railbird_manifest USING text "
      + "OPTIONS (path \(SQLText.text(path)), wholetext 'true')"
  }

  /// The query of a manifest's text, in a column `value`.
  package static let manifest = "SELECT value FROM railbird_manifest"
}
