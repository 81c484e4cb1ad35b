import Foundation

/// An unusable piece of JSON: its place and the reason.
public struct JSONFailure: Error, Equatable, Sendable {
  /// The call whose answer contains it, such as `GET /race/77`; nil if unknown.
  public var call: String?
  /// The element's index in its list, from 0; nil for the whole text.
  public var index: Int?
  /// The path from there, such as `runners[2].position`; empty for the element itself.
  public var path: String
  /// The reason: what was found and what was expected.
  public var reason: String

  /// Makes a failure.
  public init(index: Int? = nil, path: String = "", reason: String) {
    self.index = index
    self.path = path
    self.reason = reason
  }

  /// Describes a decoder's error.
  ///
  /// - Parameters:
  ///   - error: The decoder's error.
  ///   - index: The element's index in its list; nil for the whole text.
  ///   - prefix: The number of components of the error's path that lead to the element.
  init(_ error: any Error, index: Int? = nil, prefix: Int = 0) {
    if let failure = error as? JSONFailure {
      self = failure
      self.index = index ?? failure.index
      return
    }
    guard let error = error as? DecodingError else {
      self.init(index: index, reason: "found an unreadable value (\(type(of: error)))")
      return
    }
    let (path, reason) = Self.words(error)
    self.init(
      index: index, path: Self.text(path.dropFirst(prefix)), reason: ServerText.line(reason))
  }

  /// Returns the failure of an element as one of the whole text.
  ///
  /// - Parameter path: The path of the element's list.
  /// - Returns: The failure with the whole path.
  func below(_ path: [any CodingKey]) -> JSONFailure {
    let place = index.map { "[\($0)]" } ?? ""
    let dot = self.path.isEmpty || self.path.hasPrefix("[") ? "" : "."
    return JSONFailure(path: Self.text(path[...]) + place + dot + self.path, reason: reason)
  }

  /// The reason without the text that was found, for answers that no message may quote.
  public var unquotedReason: String {
    guard let start = reason.firstIndex(of: "“"), let end = reason.lastIndex(of: "”"), start < end
    else { return reason }
    return reason[..<start] + "another text" + reason[reason.index(after: end)...]
  }

  /// Describes why a whole text cannot be decoded; for a text that is not JSON, names its kind.
  ///
  /// - Parameters:
  ///   - error: The decoder's error.
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

  /// Refuses bytes that are not UTF-8; Foundation's decoder would silently repair some of them.
  static func checkText(_ data: Data) throws(JSONFailure) {
    guard String(validating: data, as: UTF8.self) != nil else {
      throw JSONFailure(reason: "found bytes that are not UTF-8; expected JSON")
    }
  }

  private static let anotherKind = "another kind of value"

  private static func text(_ path: ArraySlice<any CodingKey>) -> String {
    path.reduce(into: "") { text, key in
      if let place = key.intValue {
        text += "[\(place)]"
      } else {
        text += (text.isEmpty ? "" : ".") + ServerText.line(key.stringValue, limit: 60)
      }
    }
  }

  private static func words(_ error: DecodingError) -> (path: [any CodingKey], reason: String) {
    switch error {
    case .typeMismatch(let type, let context):
      (context.codingPath, "found \(kind(in: context)); expected \(name(of: type))")
    case .valueNotFound(let type, let context):
      (context.codingPath, "found null; expected \(name(of: type))")
    case .keyNotFound(let key, let context):
      (context.codingPath, "found no “\(key.stringValue)”; expected one")
    case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
    @unknown default: ([], "found an unreadable value")
    }
  }

  /// Returns the kind of value that the decoder names in place of the wanted one.
  private static func kind(in context: DecodingError.Context) -> String {
    let words = context.debugDescription
    let kinds = [
      ("dictionary", "an object"), ("array", "a list"), ("string", "a text"),
      ("number", "a number"),
      ("bool", "true or false"), ("null", "null"),
    ]
    guard let found = words.range(of: "but found ") else { return anotherKind }
    return kinds.first { words[found.upperBound...].contains($0.0) }?.1 ?? anotherKind
  }

  /// Returns the JSON name of a Swift type.
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
  /// The message: place, what was found, and what was expected.
  public var description: String {
    let place = index.map { "[\($0)]" } ?? ""
    let dot = place.isEmpty || path.isEmpty || path.hasPrefix("[") ? "" : "."
    let whole = place + dot + path
    guard let call else { return (whole.isEmpty ? "JSON" : whole) + ": " + reason }
    return call + (whole.isEmpty ? "" : ", " + whole) + ": " + reason
  }
}
