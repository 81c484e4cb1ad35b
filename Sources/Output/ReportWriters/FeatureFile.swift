import Columns
import Features
import TabularFiles

/// Features as a Parquet, Arrow or CSV file.
public enum FeatureFile {
  /// The maximum number of rows written at a time, and so in a row group or record batch.
  public static let pieceRows = 1 << 19

  /// The extensions that name a format; CSV may be compressed.
  public static let endings = [".parquet", ".arrow", ".csv", ".csv.gz", ".csv.zst"]

  /// Returns the format that a file's extension names; nil for any other extension.
  public static func format(ofPath path: String) -> TableFormat? {
    let name = path.lowercased()
    guard let ending = endings.first(where: name.hasSuffix) else { return nil }
    return TableFormat.allCases.first { ending.hasPrefix("." + $0.rawValue) }
  }

  /// Writes a table's rows.
  ///
  /// - Parameters:
  ///   - features: The rows.
  ///   - path: The file, replaced if it exists; compressed if its name ends in `.gz` or `.zst`.
  ///   - format: The file's format.
  ///   - progress: Receives the number of rows written so far.
  /// - Returns: The meaning of the columns, which Parquet and Arrow files have in their metadata.
  /// - Throws: `FileError` if the file cannot be written.
  @discardableResult
  public static func write(
    _ features: FeatureTable, to path: String, as format: TableFormat,
    progress: (Int) -> Void = { _ in }
  ) throws(FileError) -> DataDictionary {
    try write(CollectionOfOne(features), to: path, as: format, progress: progress)
  }

  /// Writes the rows of several tables, one after another, as each is computed.
  ///
  /// - Parameters:
  ///   - pieces: At least one table, all with the same columns; the tables of
  ///     `FeatureJob.pieces(ofRows:)` take the least memory if they have ``pieceRows`` rows.
  ///   - path: The file, replaced if it exists; compressed if its name ends in `.gz` or `.zst`.
  ///   - format: The file's format.
  ///   - progress: Receives the number of rows written so far.
  /// - Returns: The meaning of the columns, which Parquet and Arrow files have in their metadata.
  /// - Throws: `FileError` if the file cannot be written.
  @discardableResult
  public static func write(
    _ pieces: some Sequence<FeatureTable>, to path: String, as format: TableFormat,
    progress: (Int) -> Void = { _ in }
  ) throws(FileError) -> DataDictionary {
    var dictionary: DataDictionary?
    var writer: TableWriter?
    var rows = 0
    for features in pieces {
      let table = features.table
      if writer == nil {
        dictionary = features.dictionary
        writer = try TableWriter(
          path: path, format: format, fields: table.fields, dictionary: dictionary)
      }
      for piece in table.slices(of: pieceRows) {
        try writer!.write(piece)
        rows += piece.rowCount
        progress(rows)
      }
    }
    guard let writer, let dictionary else { preconditionFailure("a file has columns of a table") }
    try writer.close()
    return dictionary
  }
}
