/// The reasons for which a row as a whole is listed in the table `rejects`.
///
/// A row with one field that cannot be read is listed under the field's name instead. If you add a
/// reason, also add it to `docs/schema.md`.
public enum RejectReason: String, CaseIterable, Sendable {
  /// The row is stored, or known, without cells that cannot be read.
  case unreadCell = "cell"
  /// A line of a stream is no JSON.
  case brokenLine = "broken_line"
  /// Rows with one key have values that cannot both be true.
  case conflict
  /// A runner has no value in any field that identifies runners.
  case noKey = "no_key"
  /// A race has more than 32,767 runners.
  case raceSize = "race_size"
  /// A record has more or fewer cells than the header.
  case otherWidth = "width"
  /// A row of a file of races has no runners in the call.
  case noRunner = "no_runner"
  /// A row of a lookup table is used by no other row of the call.
  case unused
  /// The row fits several stored races.
  case ambiguousRace = "ambiguous_race"
  /// The row fits several runners of a stored race.
  case ambiguousRunner = "ambiguous_runner"
}
