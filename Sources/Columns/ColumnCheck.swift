/// A source of stored columns that finds out whether their bytes are as written.
///
/// The check belongs to the first use of a column: reports read a few columns of many.
package protocol ColumnCheck: Sendable {
  /// Whether a column is as written; the first question about it reads its bytes.
  ///
  /// A false answer is recorded: whoever computed from the table asks for the damage at the end.
  ///
  /// - Parameter index: The column's index.
  /// - Returns: The answer.
  func isWhole(_ index: Int) -> Bool
}
