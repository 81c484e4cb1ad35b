import Foundation
import Synchronization

@testable import FeedContract

/// A loopback server that reads uploads, and answers with their sizes.
final class UploadSink: Sendable {
  /// The received part of one request.
  struct Upload: Equatable {
    var head: [String]
    var count = 0
    var last: UInt8?
    /// The body; empty in a sink that does not keep it.
    var body = Data()
  }

  let port: Int
  private let listener: LoopbackSocket
  private let state = Mutex<[Upload]>([])

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - keepsBodies: Whether it keeps what it reads.
  ///   - refusesAfter: The number of body bytes after which the server answers 413 and closes; nil
  ///     for never.
  /// - Throws: If there is no free port.
  init(keepsBodies: Bool = false, refusesAfter: Int? = nil) throws {
    listener = try LoopbackSocket()
    port = listener.port
    Thread.detachNewThread { [listener, weak self] in
      while let connection = listener.accepted() {
        guard let upload = Self.read(connection, keepsBodies, refusesAfter) else {
          connection.close()
          continue
        }
        self?.state.withLock { $0.append(upload) }
        let body = Array("\(upload.count)".utf8)
        let status = refusesAfter == nil ? 200 : 413
        let head = ScriptedAnswer.head(
          status, [("Content-Length", "\(body.count)"), ("Connection", "close")])
        _ = connection.write(head + body)
        connection.close()
      }
      listener.close()
    }
  }

  deinit { listener.shut() }

  /// The uploads that arrived, in order.
  var uploads: [Upload] { state.withLock { $0 } }

  var url: URL { URL(string: "http://127.0.0.1:\(port)/upload")! }

  /// Reads one request; nil where it ends before its body does.
  private static func read(
    _ connection: LoopbackSocket, _ keepsBody: Bool, _ refusesAfter: Int?
  ) -> Upload? {
    var bytes: [UInt8] = []
    var rest: ArraySlice<UInt8>?
    while rest == nil {
      let more = connection.read()
      if more.isEmpty { return nil }
      bytes += more
      for end in 0..<max(0, bytes.count - 3)
      where bytes[end..<(end + 4)].elementsEqual([13, 10, 13, 10]) {
        rest = bytes[(end + 4)...]
        break
      }
    }
    let head = bytes[..<(rest!.startIndex - 4)]
    var upload = Upload(
      head: String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init))
    let length = upload.head.first { $0.lowercased().hasPrefix("content-length: ") }
    let size = length.flatMap { Int($0.dropFirst(16)) } ?? 0
    var piece = Array(rest!)
    while true {
      upload.count += piece.count
      upload.last = piece.last ?? upload.last
      if keepsBody { upload.body.append(contentsOf: piece) }
      if let refusesAfter, upload.count >= refusesAfter { return upload }
      if upload.count >= size { return upload }
      piece = connection.read()
      if piece.isEmpty { return nil }
    }
  }
}
