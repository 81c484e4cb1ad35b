/// A runner of the club, as the service keeps one.
struct ClubRunner: Equatable, Sendable {
  var id: Int64
  let name: String
  /// UA or NU.
  var team: String
  var isActive: Bool
  /// The year of graduation.
  var graduationClass: Int
  /// Points that are left to spend.
  var points: Int64 = 0
  /// Points earned in all.
  var lifetimePoints: Int64 = 0
  /// When the points changed last, µs since 1970 UTC.
  var pointsChangedAt: Int64?
}

extension ClubRunner {
  /// The runner as the service writes one.
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
