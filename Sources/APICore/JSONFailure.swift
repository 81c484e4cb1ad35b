import Foundation

/// Why a piece of JSON cannot be used, and where it stands.
public struct JSONFailure: Error, Equatable, Sendable {
  /// The element's place in its list, from 0; nil where the whole text is meant.
  public var index: Int?
  /// The way from there, such as `runners[2].position`; empty for the element itself.
  public var path: String
  /// What was found and what was expected.
  public var reason: String

  /// Makes a failure.
  public init(index: Int? = nil, path: String = "", reason: String) {
    self.index = index
    self.path = path
    self.reason = reason
  }

  /// Puts a decoder's error in words.
  ///
  /// - Parameters:
  ///   - error: What the decoder threw.
  ///   - index: The element's place in its list; nil where the whole text is meant.
  ///   - prefix: How many parts of the error's path lead to the element.
  init(_ error: any Error, index: Int? = nil, prefix: Int = 0) {
    guard let error = error as? DecodingError else {
      self.init(index: index, reason: "found what cannot be read (\(type(of: error)))")
      return
    }
    let (path, reason) = Self.words(error)
    var text = ""
    for key in path.dropFirst(prefix) {
      if let place = key.intValue {
        text += "[\(place)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    self.init(index: index, path: text, reason: reason)
  }

  /// Refuses bytes that are no UTF-8 text; Foundation's decoder would mend some of them silently.
  static func checkText(_ data: Data) throws(JSONFailure) {
    guard String(validating: data, as: UTF8.self) != nil else {
      throw JSONFailure(reason: "found bytes that are not UTF-8; expected JSON")
    }
  }

  private static func words(_ error: DecodingError) -> (path: [any CodingKey], reason: String) {
    switch error {
    case .typeMismatch(let type, let context):
      (context.codingPath, "found another kind of value; expected \(type)")
    case .valueNotFound(let type, let context):
      (context.codingPath, "found null; expected \(type)")
    case .keyNotFound(let key, let context):
      (context.codingPath, "found no “\(key.stringValue)”; expected one")
    case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
    @unknown default: ([], "found what cannot be read")
    }
  }
}

extension JSONFailure: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    let place = index.map { "[\($0)]" } ?? ""
    let dot = place.isEmpty || path.isEmpty || path.hasPrefix("[") ? "" : "."
    let whole = place + dot + path
    return (whole.isEmpty ? "JSON" : whole) + ": " + reason
  }
}
