extension DataSourceManager {
  /// Runs a piece of work; an error becomes the state's message and goes to a handler.
  ///
  /// Neither closure is kept: their captures are released on return.
  ///
  /// - Parameters:
  ///   - operation: The work.
  ///   - onError: Receives the error.
  ///   - isolation: The caller's actor, on which both run.
  /// - Returns: The work's result; nil after an error.
  @discardableResult
  public func withErrorHandling<Value, Failure: Error>(
    _ operation: () async throws(Failure) -> Value, onError: (Failure) -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    do throws(Failure) {
      return try await operation()
    } catch {
      show(error)
      onError(error)
      return nil
    }
  }
}
