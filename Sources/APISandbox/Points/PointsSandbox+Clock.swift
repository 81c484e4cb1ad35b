import APICore

extension PointsSandbox {
  /// Returns the time for a new transaction or reward, in whole milliseconds.
  func now(_ book: BookStatements) throws(SandboxError) -> Int64 {
    let micros = try book.clock()?.at ?? settings.clock.now
    return micros - micros % 1_000
  }

  /// Advances a set clock by its step.
  func moveClock(_ book: BookStatements) throws(SandboxError) {
    guard var clock = try book.clock(), clock.step > 0 else { return }
    clock.at += clock.step
    try book.setClock(clock)
  }
}
