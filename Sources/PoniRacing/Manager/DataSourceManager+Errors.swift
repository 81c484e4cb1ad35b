extension DataSourceManager {
  /// Does a piece of work; an error becomes the state's message and is told to a handler.
  ///
  /// Neither closure is kept: what they hold is let go on return.
  ///
  /// - Parameters:
  ///   - operation: The work.
  ///   - onError: Told the error.
  ///   - isolation: The caller's actor, on which both run.
  /// - Returns: What the work gave; nil after an error.
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
