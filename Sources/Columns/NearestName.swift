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
    list(name, in: known, count: 1).first
  }

  /// The known names that a slip may lead to, the nearest first.
  ///
  /// - Parameters:
  ///   - name: What was found.
  ///   - known: What was expected.
  ///   - count: How many to give at most.
  /// - Returns: Near names as by ``find(_:in:)``; of equally near ones the first comes first.
  public static func list(
    _ name: String, in known: some Sequence<String>, count: Int
  ) -> [String] {
    let letters = Array(name.lowercased().unicodeScalars)
    var best: [(name: String, distance: Int)] = []
    for candidate in known {
      let other = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(letters.count, other.count) / 3)
      // The lengths alone tell most names apart.
      guard abs(letters.count - other.count) <= limit else { continue }
      let distance = distance(letters, other)
      // Names without a letter in common are no slip, however short.
      guard distance <= limit, distance < max(letters.count, other.count) else { continue }
      let place = best.firstIndex { $0.distance > distance } ?? best.count
      guard place < count else { continue }
      best.insert((candidate, distance), at: place)
      if best.count > count { best.removeLast() }
    }
    return best.map(\.name)
  }

  /// The restricted Damerau–Levenshtein distance of two texts, in Unicode scalars.
  public static func distance(_ left: String, _ right: String) -> Int {
    distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
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
