import SandboxCore

/// A runner of the club, in the service's record.
struct ClubRunner: Equatable, Sendable {
  var id: Int64
  let name: String
  /// UA or NU.
  var team: String
  var isActive: Bool
  /// The year of graduation.
  var graduationClass: Int
  /// The points left to spend.
  var points: Int64 = 0
  /// All points earned.
  var lifetimePoints: Int64 = 0
  /// The time of the last change of points, µs since 1970 UTC.
  var pointsChangedAt: Int64?
}

extension ClubRunner {
  /// Returns the runner in the service's form.
  func json(_ wire: WireForm) -> WireJSON {
    .object([
      ("id", .digits(String(id))), ("name", .text(name)),
      ("graduatingClass", .text(String(graduationClass))),
      (wire.flag("active"), .boolean(isActive)),
      ("doesXc", .boolean(true)), ("doesTrack", .boolean(true)), ("deviceId", .null),
      ("team", .text(team)), ("trackGroup", .null), ("points", .digits(String(points))),
      ("lifetimePointsEarned", .digits(String(lifetimePoints))),
      ("lastPointsUpdated", wire.instant(pointsChangedAt)),
    ])
  }
}
