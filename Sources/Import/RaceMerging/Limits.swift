/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Stored races of a course and day, or courses, that a race is compared with; beyond
  /// them it is ambiguous.
  ///
  /// No course has more races on three days, nor has any horse, and comparing all would cost the
  /// square of their number.
  static let alikeRaces = 2_000
  /// Different rows of a race in one file; with more, all are refused.
  static let raceRows = Int(Int16.max)
  /// Highest position that needs no field of half its size, and starters of a race that raise no
  /// doubt; jump races have the largest fields.
  static let fieldRunners = 40
  /// Names of a role that an import lists as other names' spellings; it counts the rest.
  static let shownTwinNames = 10
}
