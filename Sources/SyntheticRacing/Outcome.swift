/// What became of a runner; raw values are indices of ``SyntheticSeason/outcomeNames``.
///
/// `void` and `unresolved` complete the list of names and are never generated.
enum Outcome: UInt8 {
  case finished = 0
  case nonRunner = 11

  static let names = [
    "finished", "pulled_up", "fell", "unseated", "brought_down", "refused", "ran_out",
    "slipped_up", "carried_out", "disqualified", "did_not_finish", "non_runner", "void",
    "unresolved",
  ]

  /// Weights of the ten ways not to finish, from `pulled_up` (1) to `did_not_finish` (10).
  static let nonFinishWeights = [40, 15, 14, 3, 4, 2, 1, 1, 4, 16]

  static func drawNonFinish(using random: inout RandomSource) -> UInt8 {
    UInt8(1 + random.index(weights: nonFinishWeights))
  }
}
