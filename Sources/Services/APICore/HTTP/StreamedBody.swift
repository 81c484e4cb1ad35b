import Foundation

/// A request's body that is read while it is sent, of known length.
///
/// The transport reads files piece by piece, so memory does not grow with the body. A repeated
/// request reads the body again.
public struct StreamedBody: Equatable, Sendable {
  /// A part of the body.
  public enum Piece: Equatable, Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// A whole file, which must still have this number of bytes when it is sent.
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
  /// The total number of bytes: the body's `Content-Length`.
  public let count: Int

  /// Makes a body from parts.
  public init(_ pieces: [Piece]) {
    self.pieces = pieces
    count = pieces.reduce(0) { $0 + $1.count }
  }
}
