/// SplitMix64, a seeded generator.
struct Dice {
  private var state: UInt64

  init(seed: UInt64, salts: [UInt64]) {
    state = seed
    for salt in salts { state = next() ^ (salt &* 0x9E37_79B9_7F4A_7C15) }
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 to below a bound.
  mutating func roll(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns the elements in random order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, roll(index + 1))
    }
    return elements
  }
}
