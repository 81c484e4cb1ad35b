import RowReading

/// Pairs the runners of one race in two sources.
///
/// By horse's key if both sources are one, then by name, first with the mark behind it and then
/// without, then by number: where the names differ in two letters at most, or where all pairs found
/// by name agree in their numbers.
struct RunnerPairing {
  /// For each incoming runner, the index of the stored one.
  private(set) var partners: [Int?]
  /// The stored runners that have no partner.
  private(set) var freeStored: Set<Int>

  private let incoming: [Entrant]
  private let stored: [Entrant]
  private static let likeness = 2

  /// Pairs the runners of a race.
  ///
  /// - Parameters:
  ///   - incoming: Runners of a file.
  ///   - stored: Runners of the store.
  ///   - isSameSource: Whether the stored horses' keys and numbers come from the file's source.
  ///   - names: Returns folded names.
  init(
    _ incoming: [Entrant], _ stored: [Entrant], isSameSource: Bool, names: FoldedNames
  ) {
    self.incoming = incoming
    self.stored = stored
    partners = Array(repeating: nil, count: incoming.count)
    freeStored = Set(stored.indices)
    if isSameSource { pair { $0.horseID } }
    pair { $0.horse }
    // If both run, Sky Blue (IRE) must not be paired with Sky Blue (GB).
    pair { $0.markedName }
    pair { $0.name }
    let numbersAgree = numbersAgree
    pair { entrant in
      entrant.number.map(Int32.init)
    } where: { left, right in
      if isSameSource, let own = left.horseID, let other = right.horseID, own != other {
        return false
      }
      guard let leftName = left.name, let rightName = right.name else {
        return isSameSource || numbersAgree
      }
      return numbersAgree
        || EditDistance.isAtMost(
          Self.likeness, names.folded(leftName), names.folded(rightName))
    }
  }

  // MARK: - Implementation

  /// Pairs runners with the same value if no other free runner of their side has it.
  private mutating func pair(
    by value: (Entrant) -> Int32?, where isLikely: (Entrant, Entrant) -> Bool = { _, _ in true }
  ) {
    var places: [Int32: [Int]] = [:]
    for place in freeStored { value(stored[place]).map { places[$0, default: []].append(place) } }
    let free = partners.indices.filter { partners[$0] == nil }
    let counts = Dictionary(
      free.compactMap { value(incoming[$0]).map { ($0, 1) } }, uniquingKeysWith: +)
    for index in free {
      guard let own = value(incoming[index]), counts[own] == 1, let found = places[own],
        found.count == 1, isLikely(incoming[index], stored[found[0]])
      else { continue }
      partners[index] = found[0]
      freeStored.remove(found[0])
    }
  }

  /// Whether at least two pairs have numbers, and all of them the same number on both sides.
  private var numbersAgree: Bool {
    let pairs = partners.indices.compactMap { index -> Bool? in
      guard let partner = partners[index], let own = incoming[index].number,
        let other = stored[partner].number
      else { return nil }
      return own == other
    }
    return pairs.count >= 2 && pairs.allSatisfy { $0 }
  }
}

/// The edit distance of two names.
enum EditDistance {
  /// Whether one name becomes the other by at most `limit` insertions, deletions or replacements.
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
