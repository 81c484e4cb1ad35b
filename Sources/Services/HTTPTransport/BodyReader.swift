import APICore
import CCurl
import Foundation
import SystemFiles

/// Reads a body piece by piece while it is sent, on the loop's thread.
final class BodyReader {
  /// The reason why the body cannot be sent completely; nil while it can.
  private(set) var failure: TransportError?
  private let host: String
  private let pieces: [StreamedBody.Piece]
  private var index = 0
  private var place = 0
  private var file: OpenFile?

  /// Makes a reader of a body; opens no file.
  init(_ body: StreamedBody, host: String) {
    pieces = body.pieces
    self.host = host
  }

  /// The callbacks for libcurl; the reader must outlive the exchange.
  var source: rb_source {
    // Safety: the exchange's maker keeps the reader until the exchange is dropped.
    rb_source(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { context, bytes, count in
        let reader = Unmanaged<BodyReader>.fromOpaque(context!).takeUnretainedValue()
        let memory = UnsafeMutableRawBufferPointer(start: bytes, count: count)
        do throws(TransportError) {
          return Int64(try reader.read(into: memory))
        } catch {
          reader.failure = error
          return -1
        }
      })
  }

  /// Reads the next bytes.
  ///
  /// - Parameter memory: Receives them.
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: `TransportError.unreadableBody` if a file is missing, or not as long as announced.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int {
    while index < pieces.count {
      let count: Int
      switch pieces[index] {
      case .bytes(let data):
        count = data.dropFirst(place).prefix(memory.count).copyBytes(to: memory)
      case .file(let path, let size):
        count = try read(path, size, into: memory)
      }
      place += count
      if count > 0 { return count }
      (index, place, file) = (index + 1, 0, nil)
    }
    return 0
  }

  // MARK: - Implementation

  private func read(
    _ path: String, _ size: Int, into memory: UnsafeMutableRawBufferPointer
  ) throws(TransportError) -> Int {
    let file = try opened(path, size)
    guard place < size else { return 0 }
    let part = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(size - place))
    let count = try calling { () throws(SystemError) in try file.read(into: part, at: place) }
    guard count > 0 else { throw changed(path, size) }
    return count
  }

  private func opened(_ path: String, _ size: Int) throws(TransportError) -> OpenFile {
    if let file { return file }
    let opened = try calling { () throws(SystemError) in try OpenFile(path, for: .reading) }
    let found = try calling { () throws(SystemError) in try opened.status() }
    guard found.kind == .file, found.size == size else { throw changed(path, size) }
    file = opened
    return opened
  }

  private func calling<Value>(
    _ call: () throws(SystemError) -> Value
  ) throws(TransportError) -> Value {
    do throws(SystemError) {
      return try call()
    } catch {
      throw .unreadableBody(host: host, reason: "\(error)")
    }
  }

  private func changed(_ path: String, _ size: Int) -> TransportError {
    .unreadableBody(host: host, reason: "\(path): found another size; expected \(size) bytes")
  }
}
