import Synchronization

/// The transport of clients that were made without one, such as the `shared` objects.
///
/// The clients do not link a network stack. A program installs one once, at its start:
/// `AsyncHTTPTransport.useForSharedClients()` of the module `HTTPTransport`.
public enum SharedTransport {
  private static let installed = Mutex<(any Transport)?>(nil)

  /// Installs the transport.
  public static func install(_ transport: any Transport) {
    installed.withLock { $0 = transport }
  }

  /// The installed transport; nil if none.
  public static var current: (any Transport)? { installed.withLock { $0 } }
}
