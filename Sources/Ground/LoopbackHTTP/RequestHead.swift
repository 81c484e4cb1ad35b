/// The head of a request as it was sent.
public struct RequestHead: Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// Path and query, still escaped.
  public let target: String
  /// The fields in their order, each name as it was sent.
  public private(set) var fields: [(name: String, value: String)] = []

  private let version: Substring

  /// Reads a head's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, without the empty line at its end.
  ///   - limits: The limits.
  /// - Throws: The refusal.
  init(_ bytes: [UInt8], _ limits: LoopbackLimits) throws(WireAnswer) {
    guard bytes.count <= limits.headBytes else {
      throw WireAnswer(refusal: 431, "the head is longer than \(limits.headBytes) bytes")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    // Another reader may take a lone line end for a line's end, and see other fields than this one.
    guard lines.allSatisfy({ !$0.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D } }) else {
      throw WireAnswer(refusal: 400, "the head has a line end or a zero byte within a line")
    }
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, ["HTTP/1.0", "HTTP/1.1"].contains(words[2]),
      Self.isToken(words[0]), words[1].hasPrefix("/")
    else {
      throw WireAnswer(refusal: 400, "the first line is not of HTTP/1.0 or 1.1")
    }
    method = String(words[0])
    target = String(words[1])
    version = words[2]
    guard target.utf8.count <= limits.targetBytes else {
      throw WireAnswer(refusal: 414, "the address is longer than \(limits.targetBytes) bytes")
    }
    for line in lines.dropFirst() {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon])
      else { throw WireAnswer(refusal: 400, "a line of the head does not begin with a name") }
      let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
      var value = line.utf8[line.utf8.index(after: colon)...].drop(while: isBlank)
      while let last = value.last, isBlank(last) { value.removeLast() }
      fields.append((String(line[..<colon]), String(Substring(value))))
    }
  }

  /// Whether a text is a token, as methods and names of fields are (RFC 9110, §5.6.2).
  private static func isToken(_ text: Substring) -> Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: marks.contains(byte)
        }
      }
  }

  /// Returns a field's value; commas join the values of a repeated field.
  ///
  /// - Parameter name: The name in lower case.
  /// - Returns: The value; nil if there is no such field.
  public func field(_ name: String) -> String? {
    let values = fields.filter { $0.name.lowercased() == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ",")
  }

  /// Whether the client may send another request over the connection.
  var keepsConnection: Bool {
    version == "HTTP/1.1" && field("connection")?.lowercased().contains("close") != true
  }

  /// The end of a request's body.
  enum Framing: Equatable { case length(Int), chunked }

  /// Finds the end of the body.
  ///
  /// Two statements of it, or two lengths, would let one reader see a request where another sees a
  /// body (RFC 9112, §6.3).
  ///
  /// - Parameter limits: The limits.
  /// - Returns: The end.
  /// - Throws: The refusal.
  func framing(_ limits: LoopbackLimits) throws(WireAnswer) -> Framing {
    let (coding, length) = (field("transfer-encoding"), field("content-length"))
    guard limits.bodyBytes > 0 || (coding == nil && length ?? "0" == "0") else {
      throw WireAnswer(refusal: 413, "a request to this server has no body")
    }
    if let coding {
      guard length == nil, coding.lowercased() == "chunked" else {
        throw WireAnswer(refusal: 400, "the body needs one length, or chunks, but not both")
      }
      return .chunked
    }
    guard let length else { return .length(0) }
    guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length) else {
      throw WireAnswer(refusal: 400, "the body's length is not a number")
    }
    guard count <= limits.bodyBytes else {
      throw WireAnswer(refusal: 413, "the body is longer than \(limits.bodyBytes) bytes")
    }
    return .length(count)
  }

  /// Reads the size that begins a chunk, in base 16; nil if there is none.
  static func chunkSize(_ line: [UInt8]) -> Int? {
    let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    let isNumber = (1...8).contains(digits.utf8.count) && digits.allSatisfy(\.isHexDigit)
    return isNumber ? Int(digits, radix: 16) : nil
  }
}
