/// Invented people outside racing, such as a club's athletes.
public enum People {
  /// The maximum number of people per seed.
  public static let count = 20_000

  /// Returns a name, with a different surname for each number.
  ///
  /// - Parameters:
  ///   - index: 0 up to, not including, ``count``.
  ///   - seed: Selects other names.
  /// - Precondition: The index is in that range.
  /// - Returns: A name such as `Zoë Gosack`.
  public static func name(_ index: Int, seed: UInt64) -> String {
    precondition((0..<count).contains(index), "index \(index): expected 0 to \(count - 1)")
    let first = Int(mixed(seed, 0) % 10_000)
    return Names.person(first + index, offset: 90_000)
  }
}
