/// Readers of members that a service writes sometimes as text, sometimes as a number.
///
/// Each function tries several names and takes the first member that is present and not null, for
/// services that rename their fields. Nil means that there is none, or an empty text in place of a
/// number or flag; a value of another kind is an error.
extension KeyedDecodingContainer {
  /// Reads a text; a number or flag counts as its JSON text.
  public func text(_ names: Key...) throws(DecodingError) -> String? {
    try scalar(names)?.value.text
  }

  /// Reads a whole number, or a text of one.
  public func integer(_ names: Key...) throws(DecodingError) -> Int? {
    try parsed(names, as: "a whole number") { Int($0) }
  }

  /// Reads a required text; a number counts as its text.
  public func requiredText(_ names: Key...) throws(DecodingError) -> String {
    guard let text = try scalar(names)?.value.text else { throw missing(names, "a text") }
    return text
  }

  /// Reads a required whole number, or a text of one.
  public func requiredInteger(_ names: Key...) throws(DecodingError) -> Int {
    guard let number = try parsed(names, as: "a whole number", { Int($0) }) else {
      throw missing(names, "a whole number")
    }
    return number
  }

  /// Reads a number, or a text of one.
  public func double(_ names: Key...) throws(DecodingError) -> Double? {
    try parsed(names, as: "a number") { text in
      Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// Reads a flag: true or false, 1 or 0, or a text of these, or of yes or no.
  public func flag(_ names: Key...) throws(DecodingError) -> Bool? {
    try parsed(names, as: "a flag") { text in
      switch text.lowercased() {
      case "1", "true", "yes": true
      case "0", "false", "no": false
      default: nil
      }
    }
  }

  // MARK: - Implementation

  private func missing(_ names: [Key], _ expected: String) -> DecodingError {
    .dataCorruptedError(
      forKey: names[0], in: self, debugDescription: "found nothing; expected \(expected)")
  }

  /// Reads a member by its text form, such as a date.
  package func parsed<Value>(
    _ names: [Key], as expected: String, _ parse: (String) -> Value?
  ) throws(DecodingError) -> Value? {
    guard let (name, value) = try scalar(names), let text = value.text else { return nil }
    let bare = text.trimmed
    if bare.isEmpty { return nil }
    if let value = parse(bare) { return value }
    throw .dataCorruptedError(
      forKey: name, in: self, debugDescription: "found “\(bare.prefix(40))”; expected \(expected)")
  }

  private func scalar(_ names: [Key]) throws(DecodingError) -> (name: Key, value: JSONValue)? {
    for name in names {
      let value: JSONValue?
      do {
        value = try decodeIfPresent(JSONValue.self, forKey: name)
      } catch let error as DecodingError {
        throw error
      } catch {
        throw .dataCorruptedError(forKey: name, in: self, debugDescription: "\(error)")
      }
      guard let value, value != .null else { continue }
      guard value.text != nil else {
        throw .dataCorruptedError(
          forKey: name, in: self,
          debugDescription: "found a list or an object; expected one value")
      }
      return (name, value)
    }
    return nil
  }
}

extension String {
  /// The text without spaces at either end.
  fileprivate var trimmed: String {
    let head = drop { $0.isWhitespace }
    return String(
      head.prefix(
        upTo: head.lastIndex { !$0.isWhitespace }.map(head.index(after:)) ?? head.startIndex))
  }
}
