import Columns

/// A column of texts as places in a list of them, as the dictionary of a Parquet file's column is.
package struct ListedTexts: Sendable {
  /// The list, some texts of which no row may have.
  package let texts: TextBuffer
  /// The place of each row's text in the list; −1 for none.
  package let places: [Int32]

  /// Wraps a list and places, each −1 or one of the list's.
  init(texts: TextBuffer, places: [Int32]) {
    precondition(
      places.allSatisfy { $0 >= -1 && $0 < texts.count }, "every place is in the list, or none")
    (self.texts, self.places) = (texts, places)
  }
}
