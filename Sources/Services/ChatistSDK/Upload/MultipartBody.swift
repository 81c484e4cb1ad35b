import APICore
import Foundation

/// A form of fields and files as `multipart/form-data` (RFC 7578); its files stay on disk.
struct MultipartBody {
  /// The text between the parts.
  let boundary: String
  /// The body.
  let body: StreamedBody

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - fields: Names and texts, in order.
  ///   - files: The files.
  ///   - part: The name of each file's part.
  ///   - limit: The maximum number of bytes of a file.
  ///   - boundary: The text between the parts, which must not appear in them.
  /// - Throws: ``ChatistError`` for a file that is too large or cannot be read.
  init(
    _ fields: [(name: String, text: String)], files: [AttachmentDto], part: String, limit: Int,
    boundary: String = "railbird-" + UUID().uuidString
  ) throws(ChatistError) {
    self.boundary = boundary
    var pieces: [StreamedBody.Piece] = []
    var head = ""
    for field in fields {
      head += "--\(boundary)\r\n"
      head += "Content-Disposition: form-data; name=\"\(Self.quoted(field.name))\"\r\n\r\n"
      head += field.text + "\r\n"
    }
    for file in files {
      let size = try file.size()
      guard size <= limit else {
        throw .attachmentTooLarge(name: file.name, size: size, limit: limit)
      }
      head += "--\(boundary)\r\n"
      head += "Content-Disposition: form-data; name=\"\(Self.quoted(part))\"; "
      head += "filename=\"\(Self.quoted(file.name))\"\r\n"
      head += "Content-Type: \(Self.mediaType(file.mimeType))\r\n\r\n"
      pieces.append(.bytes(Data(head.utf8)))
      switch file.content {
      case .data(let data): pieces.append(.bytes(data))
      case .file(let path): pieces.append(.file(path: path, count: size))
      }
      head = "\r\n"
    }
    pieces.append(.bytes(Data("\(head)--\(boundary)--\r\n".utf8)))
    body = StreamedBody(pieces)
  }

  /// The value of `Content-Type`.
  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  // MARK: - Implementation

  /// Quotes a name as browsers do: a quote or line break must not end it.
  private static func quoted(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": text += "%22"
      case "\r": text += "%0D"
      case "\n": text += "%0A"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns a media type that cannot break its line.
  private static func mediaType(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 >= 32 && $0 < 127 }
    return isPlain ? text : "application/octet-stream"
  }
}
