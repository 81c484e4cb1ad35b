/// A table of Parquet files as a view of Spark's SQL: exactly the files that a manifest lists.
package struct DatasetView: Sendable {
  /// The statement that makes the view.
  package let statement: String
  /// The statement that makes a view of its files, for ``files``; nil for a table without files.
  package let fileStatement: String?
  /// The query of its files, in the columns `path` and `length`; it opens no file.
  package let files: String
  /// The files that the manifest lists.
  package let expected: [File]
  private let dataset: String

  /// A file in a manifest.
  package struct File: Sendable {
    /// The path from the dataset's folder.
    package let path: String
    /// The size.
    package let bytes: Int

    /// Names a file.
    package init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }
  }

  /// A file that differs from the manifest, in words.
  package typealias Misfit = (file: String, found: String, expected: String)

  /// Makes the view of a table.
  ///
  /// - Parameters:
  ///   - name: The view's name.
  ///   - columns: The names and types of its columns; a cluster should neither guess them nor read
  ///     a file for them.
  ///   - table: The name of the table's folder.
  ///   - dataset: The folder above it as the cluster sees it, such as `file:///lake/racing`.
  ///   - files: Its files; none for a table without rows.
  package init(
    _ name: String, _ columns: [(name: String, type: String)], of table: String,
    in dataset: String, files: [File]
  ) {
    func view(_ name: String) -> String { "CREATE OR REPLACE TEMPORARY VIEW \(SQLText.name(name))" }
    let listing = name + "_files"
    if files.isEmpty {
      let values = columns.map { "CAST(NULL AS \($0.type)) AS \(SQLText.name($0.name))" }
      fileStatement = nil
      statement = "\(view(name)) AS SELECT \(values.joined(separator: ", ")) WHERE FALSE"
    } else {
      // Spark ignores the missing files of a pattern, so the files are listed, too.
      let paths = files.map(\.path).joined(separator: ",")
      let pattern = "path \(SQLText.text("\(dataset)/{\(paths)}"))"
      let list = columns.map { "\(SQLText.name($0.name)) \($0.type)" }.joined(separator: ", ")
      fileStatement = "\(view(listing)) USING binaryFile OPTIONS (\(pattern))"
      statement =
        "\(view(name)) (\(list)) USING parquet OPTIONS (\(pattern)"
        + ", basePath \(SQLText.text(dataset + "/" + table)))"
    }
    self.files = "SELECT path, length FROM \(SQLText.name(listing))"
    expected = files
    self.dataset = dataset
  }

  /// Compares an answer to ``files`` with the manifest.
  ///
  /// - Parameter answer: The answer, in batches.
  /// - Returns: The first file that is missing or of another size; nil for none.
  package func misfit(_ answer: [Table]) -> Misfit? {
    var sizes: [Substring: Int64] = [:]
    for table in answer {
      guard case .text(let paths)? = table["path"]?.values,
        case .int64(let lengths)? = table["length"]?.values
      else { continue }
      for row in 0..<table.rowCount {
        // The engine may write the folder's name differently.
        sizes[Self.ending(paths[row])] = lengths[row]
      }
    }
    for file in expected {
      let size = sizes[Self.ending(file.path)]
      guard size != Int64(file.bytes) else { continue }
      return (
        "\(dataset)/\(file.path)", size.map { "\($0) bytes" } ?? "no such file",
        "\(file.bytes) bytes, as the manifest has it"
      )
    }
    return nil
  }

  /// The folders of a table and a month, and the file's name.
  private static func ending(_ path: String) -> Substring {
    let slashes = path.indices.filter { path[$0] == "/" }
    return slashes.count < 3 ? path[...] : path[path.index(after: slashes[slashes.count - 3])...]
  }

  /// Returns the statement that makes a view of a manifest's text, for ``manifest``.
  package static func manifestView(of path: String) -> String {
    "CREATE OR REPLACE TEMPORARY VIEW railbird_manifest USING text "
      + "OPTIONS (path \(SQLText.text(path)), wholetext 'true')"
  }

  /// The query of a manifest's text, in a column `value`.
  package static let manifest = "SELECT value FROM railbird_manifest"
}
