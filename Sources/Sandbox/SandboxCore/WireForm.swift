/// The spelling of the racing service's answers.
public enum WireForm: String, CaseIterable, Sendable {
  /// The live service's: `id_race`, all values texts, runners only in `/race/{id}`.
  case live
  /// The seed document's: `race_id`, numbers and flags, runners in every list.
  case seed
}
