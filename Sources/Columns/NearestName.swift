/// Finds what a mistyped name was probably meant to be.
public enum NearestName {
  /// The known name that is fewest edits away, where few enough to be a slip.
  ///
  /// An edit is a letter added, left out, replaced, or swapped with its neighbour (the restricted
  /// Damerau–Levenshtein distance). Case does not count. A slip is at most a third of the longer
  /// name, and at least one edit is always allowed. Of equally near names the first wins.
  ///
  /// - Parameters:
  ///   - name: What was found.
  ///   - known: What was expected.
  /// - Returns: The nearest name, or nil where none is near.
  public static func find(_ name: String, in known: some Sequence<String>) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = distance(name.lowercased(), candidate.lowercased())
      guard distance <= max(1, max(name.count, candidate.count) / 3) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The restricted Damerau–Levenshtein distance of two texts, in characters.
  public static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
