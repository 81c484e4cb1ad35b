import Columns

/// Per row: true, false, or neither where a value that matters is absent.
struct FilterTruth {
  let isTrue: Bitmap
  let isFalse: Bitmap

  /// Joins what was found with which rows have a value at all.
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

  /// One false makes all false.
  func and(_ other: FilterTruth) -> FilterTruth {
    FilterTruth(
      isTrue: isTrue.intersection(other.isTrue), isFalse: isFalse.union(other.isFalse))
  }

  /// One true makes any true.
  func or(_ other: FilterTruth) -> FilterTruth {
    FilterTruth(
      isTrue: isTrue.union(other.isTrue), isFalse: isFalse.intersection(other.isFalse))
  }

  /// The unknown stays unknown.
  var negated: FilterTruth { FilterTruth(isTrue: isFalse, isFalse: isTrue) }
}
