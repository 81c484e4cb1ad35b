import FlyingSocks

/// The head of a request as it was sent.
struct RequestHead {
  let method: String
  /// Path and question, still escaped.
  let target: String
  /// By name in lower case; values of a repeated name follow one another by commas.
  private(set) var fields: [String: String] = [:]

  /// Reads a head within the limits.
  ///
  /// - Parameters:
  ///   - socket: The connection.
  ///   - limits: The limits.
  /// - Returns: The head; nil where the client has gone.
  /// - Throws: The refusal.
  static func read(
    from socket: AsyncSocket, _ limits: PageLimits
  ) async throws(PageAnswer) -> RequestHead? {
    var bytes: [UInt8] = []
    while true {
      let last = bytes.count
      do {
        bytes += try await socket.read(atMost: 4096)
      } catch is CancellationError {
        throw PageAnswer(
          refusal: 408, "the request did not come in time, or newer ones needed its place")
      } catch {
        return nil
      }
      if let end = end(in: bytes, from: max(0, last - 3)) {
        return try RequestHead(Array(bytes[..<end]), limits)
      }
      guard bytes.count <= limits.headBytes else {
        throw PageAnswer(refusal: 431, "the head is longer than \(limits.headBytes) bytes")
      }
    }
  }

  /// Reads a head's bytes, without the empty line at its end.
  init(_ bytes: [UInt8], _ limits: PageLimits) throws(PageAnswer) {
    guard bytes.count <= limits.headBytes else {
      throw PageAnswer(refusal: 431, "the head is longer than \(limits.headBytes) bytes")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      throw PageAnswer(refusal: 400, "the first line is none of HTTP/1.1")
    }
    method = String(words[0])
    target = String(words[1])
    guard target.utf8.count <= limits.targetBytes else {
      throw PageAnswer(refusal: 414, "the address is longer than \(limits.targetBytes) bytes")
    }
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line.first?.isWhitespace == false
      else { throw PageAnswer(refusal: 400, "a line of the head has no name") }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields[name] = (fields[name].map { $0 + "," } ?? "") + value
    }
  }

  // MARK: - Implementation

  /// The place of the empty line that ends a head.
  private static func end(in bytes: [UInt8], from first: Int) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4 else { return nil }
    return (first...max(first, bytes.count - 4)).first {
      $0 + 4 <= bytes.count && bytes[$0..<($0 + 4)].elementsEqual(mark)
    }
  }
}
