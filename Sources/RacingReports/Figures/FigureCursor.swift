import Columns

/// Where the next rows of each numeric column of a report's figures go, column by column.
struct FigureCursor {
  // Safety: room for a block of rows at the start of each column, and for a word of validity.
  private let start: UnsafeMutablePointer<Int64>
  private let stride: Int
  private let validity: [ColumnMemory<UInt64>]
  private let word: Int
  private var column = 0

  /// Begins with the first column.
  ///
  /// - Parameters:
  ///   - start: The first column's next value; each other follows so many values behind.
  ///   - stride: How many.
  ///   - validity: Per column, the words of its bits.
  ///   - word: Which of these comes next.
  init(
    start: UnsafeMutablePointer<Int64>, stride: Int, validity: [ColumnMemory<UInt64>], word: Int
  ) {
    (self.start, self.stride, self.validity, self.word) = (start, stride, validity, word)
  }

  /// The next column's values, of which these bits tell which are there.
  mutating func next(_ bits: UInt64) -> UnsafeMutablePointer<Int64> {
    validity[column].start[word] = bits
    defer { column += 1 }
    return start + column * stride
  }
}
