import Foundation

/// A reserved loopback port without a listener: connections are refused.
///
/// The port of a stopped server would not do, because another test's server may get it.
public final class SilentPort: Sendable {
  private let socket: LoopbackSocket

  /// Takes a free port, until it is let go.
  ///
  /// - Throws: When there is no free port.
  public init() throws { socket = try LoopbackSocket(listens: false) }

  deinit { socket.close() }

  /// The port's number.
  public var port: Int { socket.port }

  /// The URL of a server that would be there.
  public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }
}
