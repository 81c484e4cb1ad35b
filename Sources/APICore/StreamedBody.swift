import Foundation

/// A request's body that is read while it is sent, its length known beforehand.
///
/// The transport reads files a piece at a time, so that memory does not grow with the body. A body
/// that is sent again is read again.
public struct StreamedBody: Equatable, Sendable {
  /// A part of the body.
  public enum Piece: Equatable, Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// All of a file, which must still have so many bytes when it is sent.
    case file(path: String, count: Int)

    /// Number of bytes.
    public var count: Int {
      switch self {
      case .bytes(let data): data.count
      case .file(_, let count): count
      }
    }
  }

  /// The parts, in order.
  public let pieces: [Piece]
  /// Number of bytes of all parts together: the body's `Content-Length`.
  public let count: Int

  /// Makes a body of parts.
  public init(_ pieces: [Piece]) {
    self.pieces = pieces
    count = pieces.reduce(0) { $0 + $1.count }
  }
}
