import SandboxCore

/// The sandbox's time, which a call can set and each earned transaction advances.
struct ClubClock: Equatable, Sendable {
  /// µs since 1970 UTC.
  var at: Int64
  /// The advance per earned transaction, µs.
  var step: Int64
}

extension BookStatements {
  /// Returns the time that was set; nil for the machine's time.
  func clock() throws(SandboxError) -> ClubClock? {
    try row("SELECT * FROM clock").map { ClubClock(at: $0["at"], step: $0["step"]) }
  }

  /// Sets the time, or returns to the machine's.
  func setClock(_ clock: ClubClock?) throws(SandboxError) {
    try run("DELETE FROM clock")
    guard let clock else { return }
    try run("INSERT INTO clock (at, step) VALUES (?, ?)", [clock.at, clock.step])
  }
}
