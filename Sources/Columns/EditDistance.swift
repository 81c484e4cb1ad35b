/// How far apart two texts are: what a typing error costs.
public enum EditDistance {
  /// Counts the letters to insert, delete, replace, or swap with their neighbour, to turn one text
  /// into the other.
  ///
  /// A letter is a Unicode scalar, and no part of the text is edited twice (the "optimal string
  /// alignment" form of Damerau's distance).
  ///
  /// - Cost: the product of the lengths.
  ///
  /// - Parameters:
  ///   - left: A text.
  ///   - right: A text.
  /// - Returns: The number of edits; 0 for equal texts.
  public static func between(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }

  /// Finds the words that a mistyped one may stand for, the nearest first.
  ///
  /// - Edge cases: words further than a third of the longer text away, at least two edits, are no
  ///   suggestion; equally near ones keep their order.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - words: What might have been meant.
  ///   - count: How many to give at most.
  /// - Returns: The nearest words; none where all are far.
  public static func nearest(to text: String, in words: [String], count: Int = 1) -> [String] {
    let length = text.unicodeScalars.count
    var found: [(word: String, distance: Int)] = []
    for word in words {
      let other = word.unicodeScalars.count
      let limit = max(2, max(length, other) / 3)
      // The lengths alone tell most words apart from a mistyped one.
      guard abs(length - other) <= limit, length > 0 else { continue }
      let distance = between(text, word)
      guard distance <= limit, distance < max(length, other) else { continue }
      let place = found.firstIndex { $0.distance > distance } ?? found.count
      guard place < count else { continue }
      found.insert((word, distance), at: place)
      if found.count > count { found.removeLast() }
    }
    return found.map(\.word)
  }
}
