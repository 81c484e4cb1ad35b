import ArgumentParser

/// Refuses an `--attempts` that is no small number.
package func checkAttempts(_ attempts: Int) throws {
  guard (1...10).contains(attempts) else {
    throw ValidationError("--attempts: found \(attempts); expected 1 to 10")
  }
}
