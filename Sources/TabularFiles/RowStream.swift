import Columns

/// The rows of a file that are read from its beginning to its end, some at a time.
public struct RowStream {
  private enum Source {
    case cells(CSVBlocks)
    case batches(ParquetBatches)
  }

  private var source: Source

  /// Begins at a file's first row.
  ///
  /// - Parameters:
  ///   - file: The file; of JSON there is no such stream.
  ///   - columns: Names that the file has.
  ///   - threads: How many threads may read.
  /// - Throws: ``FileError`` when the header or the file is malformed.
  public init?(_ file: SourceFile, columns: [String], threads: Int) throws(FileError) {
    if let text = file.text {
      source = .cells(try CSVBlocks(text, threads: threads))
    } else if file.kind == .parquet {
      source = .batches(try ParquetBatches(file.path, columns: columns, threads: threads))
    } else {
      return nil
    }
  }

  /// Whether all up to here could be read this way: ``CSVBlocks/isWhole``.
  public var isWhole: Bool {
    if case .cells(let blocks) = source { blocks.isWhole } else { true }
  }

  /// Sums the rows' bytes while they are read; nil for a file that is not read where it stands.
  public var sum: TextSum? {
    if case .cells(let blocks) = source { blocks.sum } else { nil }
  }

  /// The next rows, in file order; a CSV text's before are gone.
  ///
  /// - Returns: Some rows; nil at the end, and where the file is no longer ``isWhole``.
  /// - Throws: ``FileError`` when the file is damaged here.
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
