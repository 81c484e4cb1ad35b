import APICore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension TransportError {
  /// What an error of the network stack means to a caller.
  ///
  /// The texts of those errors may hold header values, so only known kinds are put in words.
  ///
  /// - Parameters:
  ///   - cause: What async-http-client or one of its foundations threw.
  ///   - host: The host that was asked.
  ///   - limits: What the exchange was allowed.
  init(_ cause: any Error, host: String, _ limits: TransferLimits) {
    switch cause {
    case let error as TransportError: self = error
    case is CancellationError: self = .cancelled
    case let error as HTTPClientError: self.init(client: error, host, limits)
    case let error as NIOConnectionError:
      self = .unreachable(host: host, reason: Self.reason(error))
    case let error as IOError:
      self =
        Self.connectCodes.contains(error.errnoCode)
        ? .unreachable(host: host, reason: Self.text(error.errnoCode))
        : .interrupted(host: host, reason: Self.text(error.errnoCode))
    case HTTPParserError.invalidEOFState:
      self = .interrupted(host: host, reason: "the body ended early")
    case let error as HTTPParserError:
      self = .malformed(host: host, reason: "\(error)")
    case is NIOHTTPDecompression.DecompressionError:
      self = .malformed(host: host, reason: "its packing is damaged")
    case let error as NIOHTTPDecompression.ExtraDecompressionError:
      self =
        error == .truncatedData
        ? .interrupted(host: host, reason: "the packed body ended early")
        : .malformed(host: host, reason: "something follows the packed body")
    case NIOSSLError.uncleanShutdown:
      self = .interrupted(host: host, reason: "closed without notice")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self = .unreachable(host: host, reason: "TLS: \(cause)")
    case ChannelError.connectTimeout(_): self = Self.noConnection(host, limits)
    default: self = .interrupted(host: host, reason: "\(type(of: cause))")
    }
  }

  // MARK: - Implementation

  private init(client error: HTTPClientError, _ host: String, _ limits: TransferLimits) {
    switch error {
    case .cancelled, .alreadyShutdown: self = .cancelled
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self = Self.noConnection(host, limits)
    case .deadlineExceeded, .readTimeout, .writeTimeout:
      self = .timedOut(host: host, after: limits.totalTime)
    case .remoteConnectionClosed, .uncleanShutdown, .requestStreamCancelled:
      self = .interrupted(host: host, reason: "closed by the server")
    default:
      // The rest is about the request itself; the short description holds none of its values.
      self = .malformed(host: host, reason: error.shortDescription)
    }
  }

  private static func noConnection(_ host: String, _ limits: TransferLimits) -> TransportError {
    .unreachable(
      host: host, reason: "no connection within \(limits.connectTime / .seconds(1)) s")
  }

  /// Failures of setting up a connection, after which nothing was sent.
  private static let connectCodes: Set = [
    ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, ENETDOWN, EHOSTDOWN,
  ]

  private static func reason(_ error: NIOConnectionError) -> String {
    guard let first = error.connectionErrors.first?.error else { return "unknown host" }
    switch first {
    case let error as IOError: return text(error.errnoCode)
    case ChannelError.connectTimeout: return "no answer"
    default: return "no connection"
    }
  }

  private static func text(_ code: CInt) -> String {
    String(cString: strerror(code)).lowercased()
  }
}
