import Columns

/// Per row: true, false, or unknown because a value is absent.
struct FilterTruth {
  let isTrue: Bitmap
  let isFalse: Bitmap

  /// Combines results with a column's validity.
  init(_ found: Bitmap, _ validity: Validity) {
    guard let bits = validity.bits else {
      isTrue = found
      isFalse = Bitmap(repeating: true, count: found.count).subtracting(found)
      return
    }
    isTrue = found.intersection(bits)
    isFalse = bits.subtracting(found)
  }

  private init(isTrue: Bitmap, isFalse: Bitmap) {
    self.isTrue = isTrue
    self.isFalse = isFalse
  }

  /// Combines by `and`: false if either part is false.
  func and(_ other: FilterTruth) -> FilterTruth {
    FilterTruth(
      isTrue: isTrue.intersection(other.isTrue), isFalse: isFalse.union(other.isFalse))
  }

  /// Combines by `or`: true if either part is true.
  func or(_ other: FilterTruth) -> FilterTruth {
    FilterTruth(
      isTrue: isTrue.union(other.isTrue), isFalse: isFalse.intersection(other.isFalse))
  }

  /// The opposite truth; unknown stays unknown.
  var negated: FilterTruth { FilterTruth(isTrue: isFalse, isFalse: isTrue) }
}
