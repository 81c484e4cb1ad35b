import FeedContract
import Foundation

/// The parts of a form as a server reads them (RFC 2046, §5.1), without the client's code.
struct FormParts {
  struct Part: Equatable {
    let headers: [String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var name: String { parameter("name") }
    var fileName: String { parameter("filename") }

    private func parameter(_ name: String) -> String {
      let line = headers.first { $0.hasPrefix("Content-Disposition: form-data;") } ?? ""
      let parts = line.components(separatedBy: "; \(name)=\"")
      return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
    }
  }

  let parts: [Part]

  /// Reads a request; nil if it has no complete form.
  init?(_ request: ScriptedRequest) {
    guard let type = request.header("Content-Type"),
      type.hasPrefix("multipart/form-data; boundary=")
    else { return nil }
    let body = Data(request.body)
    let mark = Data(("--" + type.dropFirst(30)).utf8)
    guard body.starts(with: mark) else { return nil }
    var parts: [Part] = []
    var place = body.startIndex + mark.count
    let next = Data("\r\n".utf8) + mark
    while body[place...].starts(with: Data("\r\n".utf8)) {
      guard let end = body.range(of: next, in: place..<body.endIndex),
        let blank = body.range(of: Data("\r\n\r\n".utf8), in: place..<body.endIndex)
      else { return nil }
      let head = String(decoding: body[(place + 2)..<blank.lowerBound], as: UTF8.self)
      parts.append(
        Part(
          headers: head.components(separatedBy: "\r\n"),
          body: Array(body[blank.upperBound..<end.lowerBound])))
      place = end.upperBound
    }
    guard body[place...] == Data("--\r\n".utf8) else { return nil }
    self.parts = parts
  }

  subscript(name: String) -> String? { parts.first { $0.name == name }?.text }

  var files: [Part] { parts.filter { !$0.fileName.isEmpty } }
}
