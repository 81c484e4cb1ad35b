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
      source = .batches(
        try ParquetBatches(file.path, size: file.fileSize, columns: columns, threads: threads))
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

  /// Estimates the number of the file's rows.
  ///
  /// - Parameter returned: The number of rows returned so far.
  /// - Returns: A Parquet file's number of rows; for a CSV text an estimate from the share of the
  ///   text that the returned rows take, nil before the first.
  public func rowsEstimated(by returned: Int) -> Int? {
    switch source {
    case .cells(let blocks):
      let share = blocks.returnedShare
      return share > 0 ? max(returned, Int((Double(returned) / share).rounded())) : nil
    case .batches(let batches): return batches.rowCount
    }
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
      return try batches.nextListed()
    }
  }
}
