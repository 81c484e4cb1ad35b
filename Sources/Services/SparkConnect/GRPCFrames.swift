import Foundation

/// Cuts an answer's body into gRPC messages while it arrives.
///
/// Each message follows a byte that says whether it is compressed, and its length in four bytes,
/// the highest first.
struct GRPCFrames {
  /// Whether the body so far ends between two messages.
  var isBetweenMessages: Bool { rest.isEmpty }
  private var rest = Data()

  /// Returns the message with its frame, as a request sends it.
  static func framed(_ message: Data) -> Data {
    var frame = Data([0])
    withUnsafeBytes(of: UInt32(message.count).bigEndian) { frame.append(contentsOf: $0) }
    return frame + message
  }

  /// Takes a piece of the body.
  ///
  /// - Parameter piece: The next bytes.
  /// - Returns: The messages that are now complete.
  /// - Throws: ``ProtobufReader/Problem`` for a compressed message, which no request allows.
  mutating func take(_ piece: Data) throws(ProtobufReader.Problem) -> [Data] {
    rest.append(piece)
    var messages: [Data] = []
    while rest.count >= 5 {
      guard rest[rest.startIndex] == 0 else {
        throw ProtobufReader.Problem(found: "a compressed message")
      }
      let count = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count - 5 >= count else { break }
      messages.append(Data(rest.dropFirst(5).prefix(count)))
      rest = rest.dropFirst(5 + count)
    }
    // A slice would keep the bytes of earlier messages in memory.
    if rest.startIndex > 0 { rest = Data(rest) }
    return messages
  }
}
