import APICore
import CCurl
import Foundation

/// Assembles an answer while it arrives, on the loop's thread.
final class AnswerReader {
  /// The number of the exchange.
  let id: Int
  /// Whether anything of the answer has arrived.
  private(set) var hasBegun = false
  private let host: String
  private let limit: Int
  private let isSecure: Bool
  private var status = 0
  private var isFramed = false
  private var fields: [HTTPHeaders.Field] = []
  private var trailers: [HTTPHeaders.Field] = []
  private var headSize = 0
  private var isHeadWhole = false
  private var body = Data()
  private var size = 0
  private var isWanted = true
  private let receive: (@Sendable (Data) -> Bool)?
  private var unpacking: Unpacking?
  private var failure: TransportError?

  /// Makes the reader of a request's answer.
  init(_ order: CurlLoop.Order) {
    id = order.id
    host = order.request.host
    limit = order.limits.bodyBytes
    receive = order.receive
    isSecure = order.request.url.scheme?.lowercased() == "https"
  }

  /// The callbacks for libcurl; the reader must outlive the exchange.
  var receiver: rb_receiver {
    // Safety: the exchange's maker keeps the reader until the exchange is dropped.
    rb_receiver(
      context: Unmanaged.passUnretained(self).toOpaque(),
      line: { context, bytes, count in
        let reader = Unmanaged<AnswerReader>.fromOpaque(context!).takeUnretainedValue()
        return reader.takes { () throws(TransportError) in
          try reader.add(line: UnsafeRawBufferPointer(start: bytes, count: count))
        }
      },
      body: { context, bytes, count in
        let reader = Unmanaged<AnswerReader>.fromOpaque(context!).takeUnretainedValue()
        return reader.takes { () throws(TransportError) in
          try reader.add(piece: UnsafeRawBufferPointer(start: bytes, count: count))
        }
      })
  }

  /// Returns the complete answer.
  ///
  /// - Parameters:
  ///   - ending: The end of the exchange.
  ///   - limits: The limits of the exchange.
  /// - Returns: The answer.
  /// - Throws: `TransportError` if it is incomplete.
  func answer(
    after ending: rb_ending, _ limits: TransferLimits
  ) throws(TransportError) -> HTTPResponse {
    if let failure { throw failure }
    if let error = TransportError(ending, host: host, limits) { throw error }
    guard isHeadWhole else { throw interrupted("the head ended early") }
    let headers = HTTPHeaders(fields)
    let isEndMarked = ["Content-Length", "Transfer-Encoding"].contains { headers[$0] != nil }
    // libcurl treats any end of a TLS connection as the end of such a body, even a premature one.
    guard !isSecure || isFramed || isEndMarked || [204, 304].contains(status) else {
      throw interrupted("no mark of the body's end")
    }
    // Some servers declare a compression for an empty body.
    let mayBeEmpty = status == 204 || headers["Content-Length"] == "0"
    if let unpacking, !unpacking.isComplete, !(mayBeEmpty && !unpacking.hasBegun) {
      throw interrupted("the packed body ended early")
    }
    var response = HTTPResponse(status: status, headers: headers, body: body)
    // Trailer fields of a collected body are ignored.
    if receive != nil { response.trailers = HTTPHeaders(trailers) }
    return response
  }

  // MARK: - Implementation

  private func interrupted(_ reason: String) -> TransportError {
    .interrupted(host: host, reason: reason)
  }

  /// Runs a piece of work; returns false if it fails.
  private func takes(_ work: () throws(TransportError) -> Void) -> Bool {
    hasBegun = true
    do throws(TransportError) {
      try work()
      return true
    } catch {
      failure = error
      return false
    }
  }

  private func add(line bytes: UnsafeRawBufferPointer) throws(TransportError) {
    headSize += bytes.count
    guard headSize <= Limits.headBytes else {
      throw .malformed(host: host, reason: "a head of more than \(Limits.headBytes) bytes")
    }
    let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    if line.hasPrefix("HTTP/") {
      // The final head replaces an interim one.
      (status, fields, isHeadWhole) = (Self.status(line), [], false)
      isFramed = !line.hasPrefix("HTTP/1.")
    } else if line.isEmpty, !isHeadWhole {
      isHeadWhole = status >= 200
      if isHeadWhole { unpacking = try packing() }
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
      let field = HTTPHeaders.Field(name: String(line[..<colon]), value: value)
      if isHeadWhole { trailers.append(field) } else { fields.append(field) }
    }
  }

  private static func status(_ line: String) -> Int {
    line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// Returns the decompressor of the body; nil for none.
  private func packing() throws(TransportError) -> Unpacking? {
    let codings = fields.filter { $0.name.lowercased() == "content-encoding" }
      .flatMap { $0.value.lowercased().split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    switch codings {
    case [], ["identity"]: return nil
    case ["gzip"]: return Unpacking(.gzip)
    case ["deflate"]: return Unpacking(.zlib)
    default: throw .malformed(host: host, reason: "packed by an unknown method")
    }
  }

  private func add(piece: UnsafeRawBufferPointer) throws(TransportError) {
    if let unpacking {
      try unpack(piece, unpacking)
    } else {
      guard piece.count <= limit - size else { throw .tooLarge(host: host, limit: limit) }
      take(piece)
    }
    guard isWanted else { throw interrupted("its receiver accepts no more") }
  }

  private func unpack(
    _ piece: UnsafeRawBufferPointer, _ unpacking: Unpacking
  ) throws(TransportError) {
    do throws(Unpacking.Problem) {
      try unpacking.unpack(piece, room: limit - size, take)
    } catch {
      switch error {
      case .tooMuch: throw .tooLarge(host: host, limit: limit)
      case .damaged: throw .malformed(host: host, reason: "its packing is damaged")
      case .followed: throw .malformed(host: host, reason: "something follows the packed body")
      }
    }
  }

  private func take(_ piece: UnsafeRawBufferPointer) {
    size += piece.count
    guard let receive else { return body.append(contentsOf: piece) }
    isWanted = isWanted && receive(Data(piece))
  }
}
