import Synchronization

/// The settings of ``APIClient/shared``.
///
/// A program names them once by ``configure(_:surroundings:)``. Where it does not, the first call
/// reads them from the environment.
public enum Chatist {
  private static let current = Mutex<ChatistService?>(nil)

  /// Names the settings; calls from now on use them.
  public static func configure(
    _ settings: ChatistServiceSettings, surroundings: ChatistSurroundings = ChatistSurroundings()
  ) {
    let service = ChatistService(settings, surroundings: surroundings)
    current.withLock { $0 = service }
  }

  /// Forgets the settings: the next call reads the environment again.
  public static func reset() { current.withLock { $0 = nil } }

  /// The service of the settings.
  ///
  /// - Returns: The same service until other settings are named.
  /// - Throws: ``ChatistFailure`` `unsent` where the environment has none.
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
