/// One of the two seasons of a running club's year.
public enum Season: String, CaseIterable, Sendable {
  /// Cross country: 2 June to 17 November.
  case xc
  /// Track: 18 November to 1 June of the next year.
  case track
}
