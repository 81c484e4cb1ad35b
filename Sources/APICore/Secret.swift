/// A password, key or token, which no text ever shows.
///
/// Descriptions, mirrors, `dump` and encoders get a mask. Only ``exposed`` gives the value, where a
/// request is made of it.
public struct Secret: Hashable, Sendable {
  /// What is shown in a secret's place.
  public static let mask = "•••"

  /// The value itself: for a request's header field or body, nothing else.
  public let exposed: String

  /// Takes a value into custody.
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
