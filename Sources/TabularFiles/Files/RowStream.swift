import Columns

/// The rows of a file, read from start to end in batches.
public struct RowStream {
  private enum Source {
    case cells(CSVBlocks)
    case batches(ParquetBatches)
  }

  private var source: Source

  /// Starts at a file's first row.
  ///
  /// - Parameters:
  ///   - file: The file; JSON has no such stream.
  ///   - columns: Names of columns in the file.
  ///   - threads: The maximum number of threads.
  /// - Throws: ``FileError`` for a malformed header or file.
  public init?(_ file: SourceFile, columns: [String], threads: Int) throws(FileError) {
    if let text = file.text {
      source = .cells(try CSVBlocks(text, threads: threads))
    } else if file.kind == .parquet {
      source = .batches(try ParquetBatches(file.path, columns: columns, threads: threads))
    } else {
      return nil
    }
  }

  /// Whether everything so far could be read this way: ``CSVBlocks/isWhole``.
  public var isWhole: Bool {
    if case .cells(let blocks) = source { blocks.isWhole } else { true }
  }

  /// The running checksum of the file; nil if its text is not read in place.
  public var sum: TextSum? {
    if case .cells(let blocks) = source { blocks.sum } else { nil }
  }

  /// The share of the file that was returned, 0 to 1; nil where it is not known.
  public var returnedShare: Double? {
    if case .cells(let blocks) = source { blocks.returnedShare } else { nil }
  }

  /// Returns the next rows, in file order; a CSV text's earlier rows become invalid.
  ///
  /// - Returns: Some rows; nil at the end, and once the file is no longer ``isWhole``.
  /// - Throws: ``FileError`` for damage in these rows.
  public mutating func next() throws(FileError) -> SourceRows? {
    switch source {
    case .cells(var blocks):
      defer { source = .cells(blocks) }
      return blocks.next().map { SourceRows(blocks: $0) }
    case .batches(let batches):
      return try batches.next()
    }
  }
}
