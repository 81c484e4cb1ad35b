import Columns

/// A text column as places in a list of texts, like a dictionary-encoded Parquet column.
package struct ListedTexts: Sendable {
  /// The list; some of its texts may occur in no row.
  package let texts: TextBuffer
  /// The place of each row's text in the list; −1 for none.
  package let places: [Int32]

  /// Wraps a list and places: each is −1 or a place in the list.
  init(texts: TextBuffer, places: [Int32]) {
    precondition(
      places.allSatisfy { $0 >= -1 && $0 < texts.count }, "every place is in the list, or none")
    (self.texts, self.places) = (texts, places)
  }
}
