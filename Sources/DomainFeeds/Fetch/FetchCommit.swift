import APICore
import RacingImport

/// Stores journals, and waits for a store that another process writes to.
struct FetchCommit {
  let store: String
  let clock: any APIClock
  /// How long the store is waited for.
  let lockWait: Duration
  let note: @Sendable (String) -> Void

  /// Runs an import once the store is free.
  ///
  /// - Parameter importing: The import, which may be tried several times.
  /// - Returns: Whether it is stored; false while another process writes to the store.
  /// - Throws: ``FetchError`` when the answers cannot be imported.
  func run(_ importing: () throws(ImportError) -> Void) async throws(FetchError) -> Bool {
    let deadline = clock.uptime + lockWait
    var hasTold = false
    while true {
      do throws(ImportError) {
        try importing()
        return true
      } catch {
        guard case .store(.locked) = error else { throw .importing(error) }
        if !hasTold { note("\(error); waiting") }
        hasTold = true
        let isOver = clock.uptime >= deadline || Task.isCancelled
        guard !isOver else { return false }
        try? await clock.sleep(until: clock.uptime + .milliseconds(500))
      }
    }
  }
}
