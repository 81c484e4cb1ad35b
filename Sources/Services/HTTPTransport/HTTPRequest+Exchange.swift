import APICore
import CCurl
import Foundation

extension HTTPRequest {
  /// Makes libcurl's exchange of the request; the caller must drop it once.
  ///
  /// - Parameters:
  ///   - limits: The limits of the exchange.
  ///   - network: The proxies and certificates.
  ///   - reader: Receives the answer; it must outlive the exchange.
  ///   - body: Supplies a streamed body; it must outlive the exchange.
  /// - Returns: The exchange.
  /// - Throws: `TransportError.malformed` for a URL or header field that cannot be sent.
  func exchange(
    _ limits: TransferLimits, _ network: NetworkSettings, _ reader: AnswerReader,
    _ body: BodyReader?
  ) throws(TransportError) -> OpaquePointer {
    guard let exchange = rb_exchange_make(method.rawValue, reader.receiver) else {
      preconditionFailure("no memory")
    }
    guard isNamed(in: exchange) else {
      rb_exchange_drop(nil, exchange)
      throw .malformed(host: host, reason: "the URL cannot be requested")
    }
    guard !startsWithHTTP2 || url.scheme?.lowercased() == "https" || rb_exchange_http2(exchange)
    else {
      rb_exchange_drop(nil, exchange)
      throw .unreachable(host: host, reason: "this libcurl has no HTTP/2")
    }
    guard lines.allSatisfy({ rb_exchange_field(exchange, $0) }), !lines.isEmpty else {
      rb_exchange_drop(nil, exchange)
      throw .malformed(host: host, reason: "a header field cannot be sent")
    }
    let milliseconds = max(1, min(limits.connectTime / .milliseconds(1), 1e9))
    let isSet =
      rb_exchange_connect_time(exchange, Int(milliseconds.rounded(.up)))
      && rb_exchange_proxy(exchange, network.proxy(for: url), network.exceptions)
      && (network.certificates.map { rb_exchange_trust(exchange, $0) } ?? true)
      && isFilled(exchange, body)
    precondition(isSet, "no memory")
    return exchange
  }

  // MARK: - Implementation

  private func isNamed(in exchange: OpaquePointer) -> Bool {
    guard let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty else {
      return false
    }
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return rb_exchange_url(exchange, url.absoluteString, scheme, name, String(port))
  }

  private func isFilled(_ exchange: OpaquePointer, _ reader: BodyReader?) -> Bool {
    if let stream, let reader, stream.count > 0 {
      return rb_exchange_source(exchange, reader.source, Int64(stream.count))
    }
    guard let body else { return true }
    return body.withUnsafeBytes {
      rb_exchange_body(
        exchange, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int64($0.count))
    }
  }

  /// The header fields in libcurl's form; none if one of them cannot be sent.
  private var lines: [String] {
    var fields = headers.fields.filter {
      // libcurl sets the body's length itself.
      !["content-length", "transfer-encoding"].contains($0.name.lowercased())
    }
    if headers["Accept-Encoding"] == nil {
      // Not deflate: servers disagree on its meaning.
      fields.append(.init(name: "Accept-Encoding", value: "gzip"))
    }
    guard fields.allSatisfy(\.isSendable) else { return [] }
    // A name without a value suppresses the field that libcurl would add.
    let own = ["Accept", "Content-Type", "Expect"].filter { headers[$0] == nil }
    return fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
      + own.map { "\($0):" }
  }
}

extension HTTPHeaders.Field {
  /// Whether name and value conform to RFC 9110, §5.
  fileprivate var isSendable: Bool {
    let others = "!#$%&'*+-.^_`|~".utf8
    let isToken = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || others.contains(byte)
    }
    return isToken && !name.isEmpty
      && value.utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 }
  }
}
