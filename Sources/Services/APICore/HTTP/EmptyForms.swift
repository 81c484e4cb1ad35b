import Foundation

/// The forms in which a service says that it has nothing, by its contract.
///
/// This is the one place that decides: an answer without content in any other form is unreadable,
/// for all clients and for fetches.
public struct EmptyForms: OptionSet, Hashable, Sendable {
  /// A bit per form.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Status 204, which has no body.
  public static let status204 = EmptyForms(rawValue: 1)
  /// A success other than 204 whose body is empty or has only blanks.
  public static let noBody = EmptyForms(rawValue: 2)
  /// The value `null`.
  public static let null = EmptyForms(rawValue: 4)
  /// An object without members.
  public static let emptyObject = EmptyForms(rawValue: 8)
  /// A list without elements where an object is expected, as PHP writes an empty one.
  public static let emptyList = EmptyForms(rawValue: 16)
  /// All forms.
  public static let any: EmptyForms = [.status204, .noBody, .null, .emptyObject, .emptyList]

  /// Whether an answer has one of the forms.
  public func hold(_ response: HTTPResponse) -> Bool {
    Self.form(status: response.status, body: response.body).map { contains($0) } ?? false
  }

  /// Returns the form of an answer without content; nil for any other answer.
  ///
  /// - Parameters:
  ///   - status: The status code; nil if unknown.
  ///   - body: The body.
  /// - Returns: One form.
  public static func form(status: Int?, body: Data) -> EmptyForms? {
    // A longer text has none of the forms, and may have many megabytes.
    var words: [UInt8] = []
    for byte in body where !" \t\r\n".utf8.contains(byte) {
      words.append(byte)
      if words.count > 4 { return nil }
    }
    switch String(decoding: words, as: UTF8.self) {
    case "": return status == 204 ? .status204 : .noBody
    case "null": return .null
    case "{}": return .emptyObject
    case "[]": return .emptyList
    default: return nil
    }
  }
}
