import Columns

/// The random stream of one day's racing: xoshiro256**, seeded through SplitMix64.
///
/// Source: Blackman and Vigna (2021), "Scrambled Linear Pseudorandom Number Generators".
struct RandomSource {
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64

  init(seed: UInt64) {
    a = mixed(seed, 0)
    b = mixed(seed, 1)
    c = mixed(seed, 2)
    d = mixed(seed, 3)
  }

  mutating func next() -> UInt64 {
    let product = b &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = b << 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = d << 45 | d >> 19
    return result
  }

  /// Draws a real number strictly between 0 and 1.
  mutating func unit() -> Double { openUnit(next()) }

  /// Draws an integer in `0..<bound`; the bias of at most bound / 2⁶⁴ does not matter here.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  mutating func normal() -> Double { PortableMath.normalQuantile(unit()) }

  /// Draws from the exponential distribution with mean 1.
  mutating func exponential() -> Double { -PortableMath.log(unit()) }

  /// Draws from the standard Gumbel distribution: the maximum of several strengths plus such noise
  /// is a draw by softmax, and the whole order is Plackett–Luce.
  mutating func gumbel() -> Double { -PortableMath.log(exponential()) }

  /// Draws an index with probability proportional to its weight.
  mutating func index(weights: [Int]) -> Int {
    var left = below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if left < weight { return index }
      left -= weight
    }
    return weights.count - 1
  }

  mutating func shuffle(_ values: inout [Int], first count: Int) {
    var last = count - 1
    while last > 0 {
      values.swapAt(last, below(last + 1))
      last -= 1
    }
  }
}

/// Hashes a key and an index into 64 well-mixed bits (the finaliser of SplitMix64).
///
/// Facts that are needed repeatedly, such as a horse's trainer, are hashes of its index, so they
/// need no storage.
func mixed(_ key: UInt64, _ index: UInt64) -> UInt64 {
  var z = key &+ (index &+ 1) &* 0x9e37_79b9_7f4a_7c15
  z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
  return z ^ z >> 31
}

/// Maps 64 random bits to a real number strictly between 0 and 1.
///
/// 52 bits and a half fit a `Double` exactly; with 53 bits the largest would round to 1.
func openUnit(_ bits: UInt64) -> Double {
  (Double(bits >> 12) + 0.5) * 0x1p-52
}
