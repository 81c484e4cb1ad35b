import Columns
import Features
import TabularFiles

/// Features as a Parquet, Arrow or CSV file.
public enum FeatureFile {
  /// The most rows written at a time, and so of a row group or record batch.
  public static let pieceRows = 1 << 19

  /// The endings that name a format; CSV may be packed.
  public static let endings = [".parquet", ".arrow", ".csv", ".csv.gz", ".csv.zst"]

  /// The format that a file's ending names; nil for any other ending.
  public static func format(ofPath path: String) -> TableFormat? {
    let name = path.lowercased()
    guard let ending = endings.first(where: name.hasSuffix) else { return nil }
    return TableFormat.allCases.first { ending.hasPrefix("." + $0.rawValue) }
  }

  /// Writes a table's rows.
  ///
  /// - Parameters:
  ///   - features: The rows.
  ///   - path: The file, replaced if it exists; packed if its name ends in `.gz` or `.zst`.
  ///   - format: The file's format.
  ///   - progress: Told the rows written so far.
  /// - Throws: `FileError` when the file cannot be written.
  public static func write(
    _ features: FeatureTable, to path: String, as format: TableFormat,
    progress: (Int) -> Void = { _ in }
  ) throws(FileError) {
    try write(CollectionOfOne(features), to: path, as: format, progress: progress)
  }

  /// Writes the rows of several tables, one behind the other, as each is computed.
  ///
  /// - Parameters:
  ///   - pieces: Tables of the same columns, one at least; those of `FeatureJob.pieces(ofRows:)`
  ///     take the least memory where they have ``pieceRows`` rows.
  ///   - path: The file, replaced if it exists; packed if its name ends in `.gz` or `.zst`.
  ///   - format: The file's format.
  ///   - progress: Told the rows written so far.
  /// - Throws: `FileError` when the file cannot be written.
  public static func write(
    _ pieces: some Sequence<FeatureTable>, to path: String, as format: TableFormat,
    progress: (Int) -> Void = { _ in }
  ) throws(FileError) {
    var writer: TableWriter?
    var rows = 0
    for table in pieces.lazy.map(\.table) {
      if writer == nil {
        writer = try TableWriter(path: path, format: format, fields: table.fields)
      }
      for piece in table.slices(of: pieceRows) {
        try writer!.write(piece)
        rows += piece.rowCount
        progress(rows)
      }
    }
    precondition(writer != nil, "a file has the columns of a table")
    try writer?.close()
  }
}
