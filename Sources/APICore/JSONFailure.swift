import Foundation

/// Why a piece of JSON cannot be used, and where it stands.
public struct JSONFailure: Error, Equatable, Sendable {
  /// The call whose answer it stands in, such as `GET /race/77`; nil where that is not known.
  public var call: String?
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
        text += (text.isEmpty ? "" : ".") + ServerText.line(key.stringValue, limit: 60)
      }
    }
    self.init(index: index, path: text, reason: ServerText.line(reason))
  }

  /// Puts in words why a whole text cannot be read, from what it is in place of JSON on.
  ///
  /// - Parameters:
  ///   - error: What the decoder threw.
  ///   - data: The text.
  init(_ error: any Error, of data: Data) {
    self.init(error)
    guard path.isEmpty else { return }
    if let found = ServerText.lack(of: data) {
      reason = "found \(found); expected JSON"
      return
    }
    reason = reason.replacing(Self.anotherKind, with: ServerText.kind(of: data), maxReplacements: 1)
    if let message = ServerText.message(in: data) { reason += "; it says “\(message)”" }
  }

  /// Refuses bytes that are no UTF-8 text; Foundation's decoder would mend some of them silently.
  static func checkText(_ data: Data) throws(JSONFailure) {
    guard String(validating: data, as: UTF8.self) != nil else {
      throw JSONFailure(reason: "found bytes that are not UTF-8; expected JSON")
    }
  }

  private static let anotherKind = "another kind of value"

  private static func words(_ error: DecodingError) -> (path: [any CodingKey], reason: String) {
    switch error {
    case .typeMismatch(let type, let context):
      (context.codingPath, "found \(anotherKind); expected \(name(of: type))")
    case .valueNotFound(let type, let context):
      (context.codingPath, "found null; expected \(name(of: type))")
    case .keyNotFound(let key, let context):
      (context.codingPath, "found no “\(key.stringValue)”; expected one")
    case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
    @unknown default: ([], "found what cannot be read")
    }
  }

  /// A type of Swift in the words of JSON.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: "a list"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    default: "\(type)"
    }
  }
}

extension JSONFailure: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    let place = index.map { "[\($0)]" } ?? ""
    let dot = place.isEmpty || path.isEmpty || path.hasPrefix("[") ? "" : "."
    let whole = place + dot + path
    guard let call else { return (whole.isEmpty ? "JSON" : whole) + ": " + reason }
    return call + (whole.isEmpty ? "" : ", " + whole) + ": " + reason
  }
}
