/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Horses from a search without a query; the others are left out.
  static let unfilteredHorses = 20
  /// Horses from a search; the others are left out.
  static let foundHorses = 50
  /// Races in a row without an answer; then the service counts as gone.
  static let lostRaces = 3
}
