import Foundation

/// Removes known secrets from any text, in every encoding.
///
/// A secret is found in plain text, percent-encoded, form-encoded (`+` for a space) and
/// JSON-escaped, also in mixtures of these, and in base 64 of either alphabet, wherever it begins
/// there. In base 64, a letter at either end that also encodes bits of a neighbour stays, with the
/// few bits of the secret in it. Texts shorter than six bytes are left: they are no secrets, and
/// masking them would damage ordinary words.
public struct Redactor: Sendable {
  private let secrets: [[UInt8]]
  /// For each byte, whether a secret may begin with it in any encoding.
  private let isFirst: [Bool]

  /// Makes a redactor.
  public init(_ secrets: some Sequence<Secret>) {
    let plain = secrets.map { Array($0.exposed.utf8) }.filter { $0.count >= Limits.shortestSecret }
    // Longest first: one secret may be the beginning of another.
    self.secrets = Set(plain + plain.flatMap(Self.base64))
      .sorted { ($0.count, $1.lexicographicallyPrecedes($0) ? 1 : 0) > ($1.count, 0) }
    var isFirst = [Bool](repeating: false, count: 256)
    for secret in self.secrets {
      for byte in [secret[0], UInt8(ascii: "%"), UInt8(ascii: "\\")] { isFirst[Int(byte)] = true }
      if secret[0] == 32 { isFirst[Int(UInt8(ascii: "+"))] = true }
    }
    self.isFirst = isFirst
  }

  /// Makes a redactor of the credentials in header fields, with and without `Bearer` or `Basic`,
  /// and of further secrets.
  public init(_ headers: HTTPHeaders, and others: [Secret] = []) {
    let values = headers.fields.filter { !$0.isHarmless }.map(\.value)
    let tokens = values.compactMap { value in
      value.split(separator: " ", maxSplits: 1).dropFirst().first.map(String.init)
    }
    self.init((values + tokens).map { Secret($0) } + others)
  }

  /// Returns the text with a mask in place of every secret.
  public func redacted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return redacted(bytes).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Returns the bytes with a mask in place of every secret.
  public func redacted(_ data: Data) -> Data {
    redacted(Array(data)).map { Data($0) } ?? data
  }

  /// Returns an answer with a mask in place of every secret in its header fields and its body.
  public func redacted(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.body = redacted(response.body)
    response.headers = HTTPHeaders(
      response.headers.fields.map {
        HTTPHeaders.Field(name: $0.name, value: redacted($0.value))
      })
    return response
  }

  /// Returns an error with a mask in place of every secret in its texts, which may repeat a
  /// server's.
  public func redacted(_ error: TransportError) -> TransportError {
    switch error {
    case .unreachable(let host, let reason): .unreachable(host: host, reason: redacted(reason))
    case .interrupted(let host, let reason): .interrupted(host: host, reason: redacted(reason))
    case .malformed(let host, let reason): .malformed(host: host, reason: redacted(reason))
    case .redirectRefused(let host, let reason):
      .redirectRefused(host: redacted(host), reason: redacted(reason))
    case .redirectedAway(let host, let other): .redirectedAway(host: host, to: redacted(other))
    case .unreadableBody(let host, let reason):
      .unreadableBody(host: host, reason: redacted(reason))
    case .timedOut, .tooLarge, .cancelled: error
    }
  }

  // MARK: - Implementation

  /// Returns the base 64 letters that depend on the secret alone, for each place in a group of
  /// three bytes and each alphabet.
  private static func base64(_ secret: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { place -> [[UInt8]] in
      let bytes = [UInt8](repeating: 0, count: place) + secret
      // Leaves out the letters at the ends that also encode bits of a neighbour.
      let (first, end) = ((place * 8 + 5) / 6, bytes.count * 8 / 6)
      let letters = Array(Data(bytes).base64EncodedData())[first..<end]
      let others = letters.map { letter in
        letter == UInt8(ascii: "+")
          ? UInt8(ascii: "-") : letter == UInt8(ascii: "/") ? UInt8(ascii: "_") : letter
      }
      return [Array(letters), others]
    }
  }

  /// Returns the bytes without secrets; nil if there are none.
  private func redacted(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var done = 0
    var index = 0
    while index < bytes.count {
      // Fast path: most bytes begin no secret.
      guard isFirst[Int(bytes[index])],
        let end = secrets.lazy.compactMap({ Self.end(of: $0, in: bytes, from: index) }).first
      else {
        index += 1
        continue
      }
      result += bytes[done..<index]
      result += Array(Secret.mask.utf8)
      (done, index) = (end, end)
    }
    return done > 0 ? result + bytes[done...] : nil
  }

  /// Returns the end of a secret that begins at an index; nil if none does.
  private static func end(of secret: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    var place = 0
    while place < secret.count {
      guard index < bytes.count else { return nil }
      let (next, wanted) = (bytes[index...], secret[place])
      if percentEncoded(next) == wanted {
        index += 3
        place += 1
      } else if let (scalar, length) = jsonEscaped(next), let encoded = UTF8.encode(scalar),
        secret[place...].starts(with: encoded)
      {
        index += length
        place += encoded.count
      } else if bytes[index] == wanted || (wanted == 32 && bytes[index] == UInt8(ascii: "+")) {
        index += 1
        place += 1
      } else {
        return nil
      }
    }
    return index
  }

  /// Decodes `%2F` to its byte.
  private static func percentEncoded(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    guard bytes.count >= 3, bytes.first == UInt8(ascii: "%") else { return nil }
    return hexadecimal(bytes.dropFirst().prefix(2)).map { UInt8($0) }
  }

  /// Decodes `\/`, `\"`, `\\`, `\u002F` or a pair such as `\uD83D\uDE00`.
  private static func jsonEscaped(
    _ bytes: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\\") else { return nil }
    let next = bytes[bytes.startIndex + 1]
    guard next == UInt8(ascii: "u") else {
      return [UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\")].contains(next)
        ? (Unicode.Scalar(next), 2) : nil
    }
    guard let code = escapedUnit(bytes) else { return nil }
    if let scalar = Unicode.Scalar(UInt32(code)) { return (scalar, 6) }
    guard code < 0xDC00, let low = escapedUnit(bytes.dropFirst(6)), 0xDC00..<0xE000 ~= low
    else { return nil }
    return Unicode.Scalar(UInt32(0x10000 + (code - 0xD800) << 10 + low - 0xDC00)).map { ($0, 12) }
  }

  /// Returns the number of `\u002F`.
  private static func escapedUnit(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 6, bytes.prefix(2).elementsEqual("\\u".utf8) else { return nil }
    return hexadecimal(bytes.dropFirst(2).prefix(4))
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
      ? Int(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }
}
