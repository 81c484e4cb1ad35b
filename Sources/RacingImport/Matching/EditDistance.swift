/// How many letters two names differ by.
enum EditDistance {
  /// Whether one name becomes the other by so many insertions, deletions or replacements at most.
  ///
  /// Works on bytes, so a letter beyond ASCII may count more than once.
  static func isAtMost(_ limit: Int, _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool
  {
    guard abs(left.count - right.count) <= limit else { return false }
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      var least = row[0]
      for column in right.indices {
        let replaced = diagonal + (letter == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
        least = min(least, row[column + 1])
      }
      if least > limit { return false }
    }
    return row[right.count] <= limit
  }
}
