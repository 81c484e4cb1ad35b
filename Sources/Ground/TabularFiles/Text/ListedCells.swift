import Columns

/// The cells of a column of listed texts, row by row, without copying the texts.
package final class ListedCells {
  /// The list.
  package let list: ListedTexts
  private let starts: UnsafeMutablePointer<Int32>

  /// Records the place of each row's text; nil if no row has one.
  package init?(_ list: ListedTexts) {
    guard list.texts.bytes.count > 0 else { return nil }
    let count = list.places.count
    self.list = list
    starts = .allocate(capacity: max(1, 2 * count))
    let offsets = list.texts.offsets.pointer
    var length = 0
    // Safety: there is room for two offsets a row, and every place has an offset and a next one.
    for (row, place) in list.places.enumerated() {
      let isThere = place >= 0
      let (start, end) = isThere ? (offsets[Int(place)], offsets[Int(place) + 1]) : (0, 0)
      (starts[row], starts[count + row]) = (start, end)
      length += Int(end - start)
    }
    // All members are set, so deinit runs and frees the memory.
    guard length > 0 else { return nil }
  }

  deinit { starts.deallocate() }

  /// The cells, which must not outlive this object.
  package var cells: TextCells {
    // Safety: a start and an end were recorded for each row.
    TextCells(
      starts: starts, ends: starts + list.places.count, bytes: list.texts.bytes)
  }
}
