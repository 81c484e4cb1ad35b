/// Random numbers from a seed and a place, the same in any order of drawing.
///
/// Nothing drawn this way needs to be stored.
package struct SeededDraw: Sendable {
  private let key: UInt64

  /// Makes the draws of a place, such as a kind of object and its number.
  package init(_ seed: UInt64, _ place: Int...) {
    key = place.reduce(seed) { Self.mixed($0, UInt64(bitPattern: Int64($1))) }
  }

  /// Returns the n-th integer in `0..<bound`; the bias of at most bound / 2⁶⁴ does not matter here.
  package func below(_ bound: Int, _ index: Int = 0) -> Int {
    let bits = Self.mixed(key, UInt64(bitPattern: Int64(index)))
    return Int(bits.multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a word of unambiguous letters and digits, such as a token.
  package func word(_ length: Int) -> String {
    let signs = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789")
    return String((0..<length).map { signs[below(signs.count, $0)] })
  }

  /// Hashes a seed and a number into 64 well-mixed bits (the finaliser of SplitMix64).
  static func mixed(_ seed: UInt64, _ index: UInt64) -> UInt64 {
    var z = seed &+ (index &+ 1) &* 0x9e37_79b9_7f4a_7c15
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
