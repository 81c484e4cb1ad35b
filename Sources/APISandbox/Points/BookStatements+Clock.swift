/// The sandbox's time, which a call can set and each earned transaction moves on.
struct ClubClock: Equatable, Sendable {
  /// µs since 1970 UTC.
  var at: Int64
  /// How far each earned transaction moves it, µs.
  var step: Int64
}

extension BookStatements {
  /// The time that was set; nil where it is the machine's.
  func clock() throws(SandboxError) -> ClubClock? {
    try row("SELECT * FROM clock").map { ClubClock(at: $0["at"], step: $0["step"]) }
  }

  /// Sets the time, or gives it back to the machine.
  func setClock(_ clock: ClubClock?) throws(SandboxError) {
    try run("DELETE FROM clock")
    guard let clock else { return }
    try run("INSERT INTO clock (at, step) VALUES (?, ?)", [clock.at, clock.step])
  }
}
