import Synchronization

/// The settings of ``APIClient/shared``.
///
/// A program sets them once with ``configure(_:surroundings:)``. Otherwise the first call reads
/// them from the environment.
public enum Chatist {
  private static let current = Mutex<ChatistService?>(nil)

  /// Sets the settings for all later calls.
  public static func configure(
    _ settings: ChatistServiceSettings, surroundings: ChatistSurroundings = ChatistSurroundings()
  ) {
    let service = ChatistService(settings, surroundings: surroundings)
    current.withLock { $0 = service }
  }

  /// Clears the settings: the next call reads the environment again.
  public static func reset() { current.withLock { $0 = nil } }

  /// Returns the service of the settings.
  ///
  /// - Returns: The same service until the settings change.
  /// - Throws: ``ChatistFailure`` `unsent` if the environment has none.
  public static func service() throws(ChatistFailure) -> ChatistService {
    if let service = current.withLock({ $0 }) { return service }
    do throws(ChatistError) {
      let service = ChatistService(try ChatistServiceSettings())
      return current.withLock { kept in
        let first = kept ?? service
        kept = first
        return first
      }
    } catch {
      throw .unsent(error)
    }
  }
}
