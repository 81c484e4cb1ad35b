import Foundation

/// A JSON value as Foundation reads it.
enum JSONValue {
  case null
  case scalar(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(_ value: Any) {
    switch value {
    case let text as String: self = .scalar(text)
    case let members as [String: Any]: self = .object(members.mapValues { JSONValue($0) })
    case let values as [Any]: self = .array(values.map { JSONValue($0) })
    case let number as NSNumber:
      let isFlag = String(cString: number.objCType) == "c"
      self = .scalar(isFlag ? "\(number.boolValue)" : "\(number)")
    default: self = .null
    }
  }
}

/// Plain walks along a row path: the specification of reading JSON files.
///
/// Members are taken in order of their names, which is the order of writing.
struct JSONReference {
  struct Around {
    let object: [String: JSONValue]
    let key: String?
  }

  struct Row {
    let value: JSONValue
    let key: String?
    /// The objects around the row, the innermost last.
    let around: [Around]
  }

  private(set) var rows: [Row] = []

  init(_ documents: [String], path: String) throws {
    let steps = path.isEmpty ? [] : path.split(separator: "/").map(String.init)[...]
    for document in documents {
      let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
      walk(JSONValue(value), steps, key: nil, around: [], inList: false)
    }
  }

  private mutating func walk(
    _ value: JSONValue, _ steps: ArraySlice<String>, key: String?, around: [Around], inList: Bool,
    isMember: Bool = false
  ) {
    guard let step = steps.first else {
      if case .object = value {} else if !inList { return }
      rows.append(Row(value: value, key: key, around: around))
      return
    }
    switch value {
    case .array(let values) where step == "*":
      for inner in values {
        walk(inner, steps.dropFirst(), key: key, around: around, inList: true)
      }
    case .object(let members)
    where step == "*" && steps.count == 1 && isMember && Self.isRow(members):
      rows.append(Row(value: value, key: nil, around: around))
    case .object(let members):
      // The members on the path to the rows are not columns.
      let others = members.filter { name, inner in
        guard step == "*" else { return name != Self.unescaped(step) }
        if case .scalar = inner { return true }
        return false
      }
      let around = around + [Around(object: others, key: key)]
      for name in step == "*" ? members.keys.sorted() : [Self.unescaped(step)] {
        guard let inner = members[name] else { continue }
        let key = step == "*" ? name : nil
        walk(
          inner, steps.dropFirst(), key: key, around: around, inList: false, isMember: step != "*")
      }
    case .scalar(let text) where step == "*" && steps.count == 1 && isMember:
      // In place of a list; these values mean that there is none.
      if !["", "false"].contains(text) { rows.append(Row(value: value, key: nil, around: around)) }
    default: break
    }
  }

  /// Whether most members are no objects, so that it is one row instead of a map of them.
  private static func isRow(_ members: [String: JSONValue]) -> Bool {
    2 * members.values.count { if case .object = $0 { true } else { false } } < members.count
  }

  /// Returns a column of all rows.
  func column(_ path: String) -> [String?] { rows.map { cell($0, path) } }

  private func cell(_ row: Row, _ path: String) -> String? {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)[...]
    let up = parts.prefix { $0 == ".." }.count
    parts = parts.dropFirst(up)
    guard up <= row.around.count else { return nil }
    let object = up > 0 ? row.around[row.around.count - up] : nil
    if parts == ["@key"] { return up > 0 ? object?.key : row.key }
    var value = object.map { JSONValue.object($0.object) } ?? row.value
    for part in parts {
      guard case .object(let members) = value, let inner = members[Self.unescaped(part)]
      else { return nil }
      value = inner
    }
    switch value {
    case .scalar(let text): return text
    case .object(let members): return members.isEmpty ? nil : "{…}"
    case .array(let values): return values.isEmpty ? nil : "[…]"
    case .null: return nil
    }
  }

  private static func unescaped(_ part: String) -> String {
    part.replacingOccurrences(of: "~2", with: "").replacingOccurrences(of: "~1", with: "/")
      .replacingOccurrences(of: "~0", with: "~")
  }
}
