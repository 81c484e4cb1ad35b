/// The keys that a report's rows are grouped by: one or several together.
public enum KeyList {
  /// Reads one to four different keys joined by `+`, such as `game+month`.
  ///
  /// - Parameters:
  ///   - text: The keys' names.
  ///   - type: The type of all keys.
  /// - Returns: The keys in their order; nil for any other text.
  public static func read<Key: RawRepresentable<String> & Hashable>(
    _ text: String, of type: Key.Type
  ) -> [Key]? {
    let names = text.split(separator: "+", omittingEmptySubsequences: false)
    let keys = names.compactMap { Key(rawValue: String($0)) }
    guard keys.count == names.count, (1...4).contains(keys.count), Set(keys).count == keys.count
    else { return nil }
    return keys
  }

  /// Orders rows by their keys' values: by bytes, unknown values first.
  ///
  /// - Parameters:
  ///   - left: A row's values.
  ///   - right: Another row's values of the same keys.
  /// - Returns: Whether the left row comes first; false if the values are equal.
  public static func precedes(_ left: [String?], _ right: [String?]) -> Bool {
    for (left, right) in zip(left, right) where left != right {
      guard let left, let right else { return left == nil }
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return false
  }
}
