import APICore
import Foundation

/// The body of a call, from JSON or a multipart form: texts by key, and files.
///
/// Nested members have keys such as `deviceInfo[osVersion]`, in either form.
struct ChatForm {
  /// The key of files.
  static let files = "attachments[]"

  private var texts: [String: String] = [:]
  private(set) var attachments: [ChatAttachment] = []

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - limit: The maximum number of bytes of an attachment.
  /// - Throws: ``ChatRefusal``: 400 for an unreadable body, 413 for an attachment that is too
  ///   large, 422 for files under another key.
  init(_ request: HTTPRequest, limit: Int) throws(ChatRefusal) {
    let body = request.body ?? Data()
    let kind = request.headers["Content-Type"] ?? ""
    guard kind.lowercased().hasPrefix("multipart/form-data") else {
      guard let json = try? JSONValue(parsing: body), case .object(let members) = json else {
        throw ChatRefusal(400, "body: expected a JSON object")
      }
      if case .array(let list)? = json["attachments"], !list.isEmpty {
        throw ChatRefusal(422, "attachments: found JSON; expected files of a multipart form")
      }
      flatten(members, below: nil)
      return
    }
    for part in try MultipartForm.parts(body, contentType: kind) {
      guard let file = part.fileName else {
        texts[part.name] = String(decoding: part.bytes, as: UTF8.self)
        continue
      }
      guard part.name == Self.files else {
        throw ChatRefusal(422, "\(part.name): found a file; expected \(Self.files)")
      }
      guard part.bytes.count <= limit else {
        throw ChatRefusal(
          413, "\(file): found \(part.bytes.count) bytes; expected at most \(limit)")
      }
      attachments.append(
        ChatAttachment(
          name: file, mimeType: part.mimeType ?? "application/octet-stream", bytes: part.bytes))
    }
  }

  /// A text, or a number as it was written; nil for null and absent members.
  subscript(key: String) -> String? { texts[key] }

  /// Reads a required text.
  func required(_ key: String) throws(ChatRefusal) -> String {
    guard let text = texts[key], !text.isEmpty else {
      throw ChatRefusal(422, "The \(key) field is required.")
    }
    return text
  }

  /// Returns the members below a key.
  func members(of key: String) -> [String: String] {
    var members: [String: String] = [:]
    for (name, value) in texts where name.hasPrefix(key + "[") && name.hasSuffix("]") {
      members[String(name.dropFirst(key.count + 1).dropLast())] = value
    }
    return members
  }

  // MARK: - Implementation

  private mutating func flatten(_ members: [String: JSONValue], below parent: String?) {
    for (name, value) in members {
      let key = parent.map { "\($0)[\(name)]" } ?? name
      if case .object(let inner) = value {
        flatten(inner, below: key)
      } else if let text = value.text {
        texts[key] = text
      }
    }
  }
}

/// Forms whose parts may be files.
/// - Source: RFC 7578; RFC 2046, §5.1.
enum MultipartForm {
  /// One part.
  struct Part {
    let name: String
    /// The file's name without folders; nil for a part that is no file.
    let fileName: String?
    let mimeType: String?
    let bytes: Data
  }

  /// Reads the parts of a body, in order.
  ///
  /// - Throws: ``ChatRefusal`` (400) for a body without a boundary, an end or a part's name.
  static func parts(_ body: Data, contentType: String) throws(ChatRefusal) -> [Part] {
    guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty else {
      throw ChatRefusal(400, "Content-Type: expected a boundary")
    }
    let first = Data("--\(boundary)".utf8)
    let delimiter = Data("\r\n--\(boundary)".utf8)
    guard var place = body.range(of: first)?.upperBound else { throw cutOff }
    var parts: [Part] = []
    while !body[place...].starts(with: "--".utf8) {
      guard let start = body.range(of: Data("\r\n".utf8), in: place..<body.endIndex)?.upperBound,
        let headEnd = body.range(of: Data("\r\n\r\n".utf8), in: start..<body.endIndex),
        let end = body.range(of: delimiter, in: headEnd.upperBound - 2..<body.endIndex)
      else { throw cutOff }
      // An empty part's delimiter shares the line end of the head.
      let bytes = body[headEnd.upperBound..<max(headEnd.upperBound, end.lowerBound)]
      parts.append(try part(body[start..<headEnd.lowerBound], Data(bytes)))
      place = end.upperBound
    }
    return parts
  }

  // MARK: - Implementation

  private static let cutOff = ChatRefusal(400, "body: found a cut-off multipart form")

  private static func part(_ head: Data, _ bytes: Data) throws(ChatRefusal) -> Part {
    var fields: [String: String] = [:]
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      fields[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
    }
    let disposition = fields["content-disposition"] ?? ""
    guard let name = parameter("name", of: disposition) else {
      throw ChatRefusal(400, "Content-Disposition: expected a name")
    }
    let file = parameter("filename", of: disposition)?.split(separator: "/").last
    let mimeType = fields["content-type"].flatMap { $0.isEmpty ? nil : $0 }
    return Part(
      name: name, fileName: file.map { String($0) }, mimeType: mimeType, bytes: bytes)
  }

  /// Returns a parameter of a header field: a token, or a quoted text as browsers write it.
  ///
  /// In a quoted text `%22`, `%0D` and `%0A` replace the characters that would end it; a backslash
  /// is an ordinary character.
  /// - Source: the HTML standard, multipart/form-data encoding algorithm.
  private static func parameter(_ name: String, of field: String) -> String? {
    var rest = Array(field.utf8)[...]
    while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[(semicolon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let found = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      guard rest.dropFirst(found.count).first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst(found.count + 1)
      let value: String
      if rest.first == UInt8(ascii: "\"") {
        let quoted = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(quoted.count + 2)
        value = unescaped(quoted)
      } else {
        let token = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(token.count)
        value = String(decoding: token, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      }
      if String(decoding: found, as: UTF8.self).lowercased() == name { return value }
    }
    return nil
  }

  private static func unescaped(_ quoted: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = quoted
    while let byte = rest.popFirst() {
      bytes.append(byte)
      guard byte == UInt8(ascii: "%") else { continue }
      let code = String(decoding: rest.prefix(2), as: UTF8.self)
      guard ["22", "0D", "0A"].contains(code), let escaped = UInt8(code, radix: 16) else {
        continue
      }
      bytes[bytes.count - 1] = escaped
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
