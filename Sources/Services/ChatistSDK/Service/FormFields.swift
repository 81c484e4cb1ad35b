import APICore
import Foundation

/// The scalars of a JSON value as the fields of a form, with nested names joined.
enum FormFields {
  /// Flattens an object: `{"a": {"b": 1}}` becomes `a[b]` = `1`; null is left out.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - nesting: The spelling of nested names.
  /// - Returns: Names and texts, in the order of the names.
  static func flatten(
    _ value: JSONValue, _ nesting: ChatistTable.Nesting
  ) -> [(name: String, text: String)] {
    fields(value, nil, nesting)
  }

  private static func fields(
    _ value: JSONValue, _ name: String?, _ nesting: ChatistTable.Nesting
  ) -> [(name: String, text: String)] {
    switch value {
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { key, value in
        fields(value, nesting.name(of: key, in: name), nesting)
      }
    case .array(let values):
      values.enumerated().flatMap { index, value in
        fields(value, nesting.name(of: String(index), in: name), nesting)
      }
    case .null: []
    case .bool, .number, .string: name.map { [($0, value.text ?? "")] } ?? []
    }
  }
}

extension ChatistTable.Nesting {
  fileprivate func name(of key: String, in parent: String?) -> String {
    guard let parent else { return key }
    return self == .brackets ? "\(parent)[\(key)]" : "\(parent).\(key)"
  }
}
