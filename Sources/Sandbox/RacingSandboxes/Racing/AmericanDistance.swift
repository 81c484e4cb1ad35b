import SandboxCore

/// A race distance on American race cards.
struct AmericanDistance: Equatable, Sendable {
  let yards: Int
  /// The distance in words, as in `5 1/2 furlongs`.
  let words: String
  /// The distance in letters, as in `5f 110y`.
  let letters: String

  /// All distances of an American season.
  static let all = [
    AmericanDistance(yards: 1_100, words: "5 furlongs", letters: "5f"),
    AmericanDistance(yards: 1_210, words: "5 1/2 furlongs", letters: "5f 110y"),
    AmericanDistance(yards: 1_320, words: "6 furlongs", letters: "6f"),
    AmericanDistance(yards: 1_430, words: "6 1/2 furlongs", letters: "6f 110y"),
    AmericanDistance(yards: 1_540, words: "7 furlongs", letters: "7f"),
    AmericanDistance(yards: 1_760, words: "1 mile", letters: "1m"),
    AmericanDistance(yards: 1_830, words: "1 mile 70 yards", letters: "1m 70y"),
    AmericanDistance(yards: 1_870, words: "1 1/16 miles", letters: "1m 110y"),
    AmericanDistance(yards: 1_980, words: "1 1/8 miles", letters: "1m 1f"),
    AmericanDistance(yards: 2_420, words: "1 3/8 miles", letters: "1m 3f"),
  ]

  /// Returns the distance nearest to a number of metres.
  static func nearest(metres: Int) -> AmericanDistance {
    all.min {
      abs($0.tenthMillimetres - metres * 10_000) < abs($1.tenthMillimetres - metres * 10_000)
    }!
  }

  /// A yard is 0.9144 m.
  var tenthMillimetres: Int { yards * 9_144 }

  /// The exact distance in metres, such as `1005.84`.
  var metresText: String { ExactText.decimal(Int64(tenthMillimetres), places: 4) }
}
