/// Finds the name that a mistyped one probably means.
public enum NearestName {
  /// Returns the known name with the fewest edits, if these are few enough for a slip.
  ///
  /// An edit adds, omits or replaces a letter, or swaps two neighbours (the restricted
  /// Damerau–Levenshtein distance). Case does not count. A slip has at most a third as many edits
  /// as the longer name has letters, and one edit is always allowed. Of equally near names the
  /// first wins.
  ///
  /// - Parameters:
  ///   - name: The name found.
  ///   - known: The expected names.
  /// - Returns: The nearest name, or nil if none is near.
  public static func find(_ name: String, in known: some Sequence<String>) -> String? {
    list(name, in: known, count: 1).first
  }

  /// Returns the known names within a slip's distance, the nearest first.
  ///
  /// - Parameters:
  ///   - name: The name found.
  ///   - known: The expected names.
  ///   - count: The maximum number of names.
  /// - Returns: Near names by the rule of ``find(_:in:)``; equally near ones in the given order.
  public static func list(
    _ name: String, in known: some Sequence<String>, count: Int
  ) -> [String] {
    let letters = Array(name.lowercased().unicodeScalars)
    var best: [(name: String, distance: Int)] = []
    for candidate in known {
      let other = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, max(letters.count, other.count) / 3)
      // The lengths alone exclude most names.
      guard abs(letters.count - other.count) <= limit else { continue }
      let distance = distance(letters, other)
      // Names without a common letter are no slip, however short.
      guard distance <= limit, distance < max(letters.count, other.count) else { continue }
      let place = best.firstIndex { $0.distance > distance } ?? best.count
      guard place < count else { continue }
      best.insert((candidate, distance), at: place)
      if best.count > count { best.removeLast() }
    }
    return best.map(\.name)
  }

  /// Returns the nearest known names as a message shows them in parentheses.
  ///
  /// - Parameters:
  ///   - name: The name found.
  ///   - known: The expected names.
  /// - Returns: Text such as ` (nearest: jockey, horse)`; empty if none is near.
  public static func advice(_ name: String, in known: some Sequence<String>) -> String {
    let near = list(name, in: known, count: shownCount)
    return near.isEmpty ? "" : " (nearest: \(near.joined(separator: ", ")))"
  }

  /// Returns the nearest known names as a message expects them.
  ///
  /// - Parameters:
  ///   - name: The name found.
  ///   - known: The expected names.
  /// - Returns: Text such as `sp_roi or bsp_roi`; nil if none is near.
  public static func choice(_ name: String, in known: some Sequence<String>) -> String? {
    let near = list(name, in: known, count: shownCount)
    return near.isEmpty ? nil : near.joined(separator: " or ")
  }

  /// The number of near names that a message shows.
  private static let shownCount = 3

  /// Returns the restricted Damerau–Levenshtein distance of two texts, in Unicode scalars.
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
