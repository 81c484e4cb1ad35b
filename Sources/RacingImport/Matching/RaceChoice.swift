/// What a race of a file turns out to be.
enum RaceChoice {
  /// The stored race at this place.
  case stored(Int)
  /// One that may be stored already; it is refused, as it might count twice.
  case ambiguous(Ambiguity)
  /// One that no other source has told of.
  case new
}

/// Why a race is neither a stored one nor surely a new one.
enum Ambiguity {
  /// Several stored races fit.
  case several([RaceCard])
  /// Several races of the file fit one stored race.
  case shared(RaceCard, count: Int)
  /// Day, course and time agree with a stored race, the runners don't.
  case otherRunners(RaceCard, Resemblance)
  /// Day and runners agree with a stored race, course or time don't.
  case otherPlace(RaceCard, Resemblance)
}
