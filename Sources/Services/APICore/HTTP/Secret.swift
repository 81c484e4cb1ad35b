/// A password, key or token that no text shows.
///
/// Descriptions, mirrors, `dump` and encoders get a mask. Only ``exposed`` gives the value, for
/// building a request.
public struct Secret: Hashable, Sendable {
  /// The text shown in place of a secret.
  public static let mask = "•••"

  /// The value itself: use it only in a request's header field or body.
  public let exposed: String

  /// Wraps a value.
  public init(_ value: String) { exposed = value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The mask.
  public var description: String { Self.mask }

  /// The mask.
  public var debugDescription: String { Self.mask }

  /// A mirror that shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Encodable {
  /// Writes the mask.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.mask)
  }
}
