/// The probabilities of unusual events for a runner.
struct RaceChances: Sendable {
  /// A runner does not start.
  var withdrawn = 0.005
  /// A starter does not finish.
  var nonFinish = 0.01
  /// A finisher is level with the horse in front.
  var deadHeat = 0.003
}
