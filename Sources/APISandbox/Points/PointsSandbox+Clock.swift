import APICore

extension PointsSandbox {
  /// The time that a transaction or a reward is given, in whole milliseconds.
  func now(_ book: BookStatements) throws(SandboxError) -> Int64 {
    let micros = try book.clock()?.at ?? settings.clock.now
    return micros - micros % 1_000
  }

  /// Moves a clock that was set, by its step.
  func moveClock(_ book: BookStatements) throws(SandboxError) {
    guard var clock = try book.clock(), clock.step > 0 else { return }
    clock.at += clock.step
    try book.setClock(clock)
  }
}
