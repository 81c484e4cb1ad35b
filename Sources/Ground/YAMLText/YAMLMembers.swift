import Columns

/// The named members of a YAML value.
public struct YAMLMembers {
  private let owner: YAMLValue
  /// Names and values, in the file's order.
  public let all: [(name: String, value: YAMLValue)]

  init(_ owner: YAMLValue, _ all: [(name: String, value: YAMLValue)]) {
    self.owner = owner
    self.all = all
  }

  /// The value of a name, or nil.
  public subscript(name: String) -> YAMLValue? { all.first { $0.name == name }?.value }

  /// Returns the value of a required name.
  ///
  /// - Parameter name: The name.
  /// - Returns: Its value.
  /// - Throws: ``YAMLError`` if it is missing.
  public func required(_ name: String) throws(YAMLError) -> YAMLValue {
    guard let value = self[name] else {
      throw owner.mistake(found: "no \(name)", expected: "one")
    }
    return value
  }

  /// Refuses unknown members.
  ///
  /// - Parameters:
  ///   - names: The known names.
  ///   - what: The meaning of a name, such as `field`.
  /// - Throws: ``YAMLError`` that suggests the nearest known name.
  public func allow(_ names: some Collection<String>, as what: String) throws(YAMLError) {
    for (name, value) in all where !names.contains(name) {
      let nearest = NearestName.find(name, in: names)
      throw value.mistake(
        found: "the \(what) \(name)",
        expected: "one of " + names.joined(separator: ", ")
          + (nearest.map { " (nearest: \($0))" } ?? ""))
    }
  }
}
