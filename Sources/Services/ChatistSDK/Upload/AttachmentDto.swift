import Foundation
import SystemFiles

/// A file to attach: bytes in memory, or a file on disk that is read while it is sent.
public struct AttachmentDto: Equatable, Sendable {
  /// The place of the bytes.
  public enum Content: Equatable, Sendable {
    /// In memory.
    case data(Data)
    /// In a file.
    case file(path: String)
  }

  /// The file's name at the service.
  public let name: String
  /// The media type, such as `image/png`.
  public let mimeType: String
  /// The place of the bytes.
  public let content: Content

  /// Takes bytes.
  public init(name: String, mimeType: String, data: Data) {
    self.name = name
    self.mimeType = mimeType
    content = .data(data)
  }

  /// Names a file, which is opened when it is sent.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: Its name at the service; nil for the file's name.
  ///   - mimeType: Its media type; nil to derive it from the name's extension.
  public init(file path: String, name: String? = nil, mimeType: String? = nil) {
    let ownName = String(path.split(separator: "/").last ?? "")
    self.name = name ?? ownName
    self.mimeType = mimeType ?? MediaType.guess(for: name ?? ownName)
    content = .file(path: path)
  }

  /// The bytes; a file is read each time, and gives none if it cannot be read.
  public var data: Data {
    switch content {
    case .data(let data): return data
    case .file(let path): return (try? FileSystem.contents(of: path, most: .max)) ?? Data()
    }
  }

  /// Returns the current number of bytes.
  ///
  /// - Throws: ``ChatistError`` `unreadableAttachment`.
  public func size() throws(ChatistError) -> Int {
    switch content {
    case .data(let data): return data.count
    case .file(let path):
      let status: FileStatus?
      do throws(SystemError) {
        status = try FileSystem.status(of: path)
      } catch {
        throw .unreadableAttachment(name: name, reason: "\(error)")
      }
      guard let status, status.kind == .file else {
        let found = status == nil ? "no file" : "no ordinary file"
        throw .unreadableAttachment(name: name, reason: "\(path): \(found)")
      }
      return status.size
    }
  }
}

/// The media types of files, by extension.
public enum MediaType {
  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "heic": "image/heic", "svg": "image/svg+xml", "bmp": "image/bmp",
    "pdf": "application/pdf", "txt": "text/plain", "log": "text/plain", "csv": "text/csv",
    "html": "text/html", "json": "application/json", "xml": "application/xml",
    "zip": "application/zip", "gz": "application/gzip", "mp4": "video/mp4",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav",
  ]

  /// Derives the media type of a file; `application/octet-stream` for an unknown extension.
  public static func guess(for name: String) -> String {
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }
}
