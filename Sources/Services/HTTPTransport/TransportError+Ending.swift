import APICore
import CCurl
import Foundation

extension TransportError {
  /// Translates the end of an exchange into an error; nil if the answer is complete.
  ///
  /// libcurl's own words are used only for TLS: others may contain the URL.
  ///
  /// - Parameters:
  ///   - ending: The end of the exchange.
  ///   - host: The host.
  ///   - limits: The limits of the exchange.
  init?(_ ending: rb_ending, host: String, _ limits: TransferLimits) {
    if ending.end != RB_END_WHOLE, ending.proxy_status >= 300 {
      self = .unreachable(host: host, reason: "the proxy answers \(ending.proxy_status)")
      return
    }
    let system = ending.system_error == 0 ? nil : Self.text(ending.system_error)
    switch ending.end {
    case RB_END_WHOLE: return nil
    case RB_END_UNKNOWN_HOST: self = .unreachable(host: host, reason: "unknown host")
    case RB_END_UNKNOWN_PROXY: self = .unreachable(host: host, reason: "unknown proxy")
    case RB_END_NO_CONNECTION:
      self = .unreachable(host: host, reason: system ?? "no connection")
    case RB_END_CONNECT_TIME:
      let seconds = limits.connectTime / .seconds(1)
      self = .unreachable(host: host, reason: "no connection within \(seconds) s")
    case RB_END_TLS: self = .unreachable(host: host, reason: "TLS: \(Self.tlsReason(ending))")
    case RB_END_CUT_OFF:
      self = .interrupted(host: host, reason: system ?? "closed by the server")
    case RB_END_SHORT_BODY: self = .interrupted(host: host, reason: "the body ended early")
    case RB_END_NOT_HTTP: self = .malformed(host: host, reason: "no HTTP")
    default: self = .interrupted(host: host, reason: "libcurl's error \(ending.code)")
    }
  }

  // MARK: - Implementation

  /// Returns the error of the certificate or the handshake, without libcurl's prefix.
  private static func tlsReason(_ ending: rb_ending) -> String {
    let text = String(cString: ending.text)
    let openings = ["SSL certificate problem: ", "SSL: ", "OpenSSL SSL_connect: "]
    // The form is `error:0A00010B:SSL routines::wrong version number`.
    if let routine = text.range(of: "::", options: .backwards) {
      return String(text[routine.upperBound...])
    }
    let opening = openings.first { text.hasPrefix($0) } ?? ""
    return text.isEmpty ? "libcurl's error \(ending.code)" : String(text.dropFirst(opening.count))
  }

  private static func text(_ code: CInt) -> String {
    String(cString: strerror(code)).lowercased()
  }
}
