/// The two sums of a weighted mean, for every entity and window.
public struct FormSums: Equatable, Sendable {
  /// The number of entities.
  public let entityCount: Int
  /// The number of windows.
  public let windowCount: Int
  /// `[entity × window]`: Σ weight · prb, in 10⁻¹⁵.
  public internal(set) var numerators: [Int128]
  /// `[entity × window]`: Σ weight, in 10⁻⁹; 0 where the mean is undefined.
  public internal(set) var denominators: [Int64]

  /// Creates sums that are all zero.
  init(entityCount: Int, windowCount: Int) {
    self.entityCount = entityCount
    self.windowCount = windowCount
    numerators = Array(repeating: 0, count: entityCount * windowCount)
    denominators = Array(repeating: 0, count: entityCount * windowCount)
  }
}
