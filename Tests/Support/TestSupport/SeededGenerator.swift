import Foundation

/// SplitMix64, so that a property test can be repeated from the seed it prints.
public struct SeededGenerator: RandomNumberGenerator {
  /// The seed of every property test; the variable TEST_SEED overrides it.
  public static let seed =
    ProcessInfo.processInfo.environment["TEST_SEED"].flatMap(UInt64.init) ?? 20_260_401

  private var state: UInt64

  /// Creates a generator whose values depend on the common seed and on `salt`.
  public init(_ salt: UInt64 = 0) { state = Self.seed &+ salt &* 0x9E37_79B9_7F4A_7C15 }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
