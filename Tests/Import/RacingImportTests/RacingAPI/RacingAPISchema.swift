import Foundation
import TestSupport

/// The schemas of an OpenAPI description, as far as The Racing API's uses them.
struct RacingAPISchema {
  typealias Schema = [String: Any]

  static let path = RailbirdProcess.datasets + "/racing-api-samples/openapi.json"

  private let schemas: [String: Schema]

  init() throws {
    let data = try Data(contentsOf: URL(filePath: Self.path))
    let description = try JSONSerialization.jsonObject(with: data) as? Schema
    let components = description?["components"] as? Schema
    schemas = components?["schemas"] as? [String: Schema] ?? [:]
  }

  func named(_ name: String) -> Schema { schemas[name] ?? [:] }

  /// Returns the objects that a path of rows leads through, the rows' own last; nil where it leads
  /// nowhere.
  func objects(along path: String, of document: String) -> [Schema]? {
    var current = named(document)
    var objects = [current]
    for part in path.split(separator: "/") where part != "[]" {
      if part == "*" {
        guard let element = element(of: current) else { return nil }
        current = element
        objects.append(current)
      } else {
        guard let next = member(String(part), of: current) else { return nil }
        current = next
      }
    }
    return objects
  }

  /// Whether a column's path leads to a member; a `*` goes to a list's elements.
  func hasColumn(_ column: String, _ objects: [Schema]) -> Bool {
    var objects = objects
    var parts = column.split(separator: "/").map(String.init)
    while parts.first == ".." {
      parts.removeFirst()
      objects.removeLast()
    }
    var current = objects.last
    for part in parts {
      current = current.flatMap { part == "*" ? element(of: $0) : member(part, of: $0) }
    }
    return current != nil
  }

  /// Returns the parts of a value that its schema does not allow.
  func faults(in value: Any, as schema: Schema, at place: String) -> [String] {
    let found = choices(schema).map { faults(in: value, ofChoice: $0, at: place) }
    return found.min { $0.count < $1.count } ?? []
  }

  // MARK: - Implementation

  private func element(of list: Schema) -> Schema? {
    choices(list).compactMap { $0["items"] as? Schema }.first.map(resolved)
  }

  private func faults(in value: Any, ofChoice schema: Schema, at place: String) -> [String] {
    switch schema["type"] as? String {
    case "object":
      guard let object = value as? [String: Any] else { return ["\(place): no object"] }
      guard let properties = schema["properties"] as? [String: Schema] else { return [] }
      let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
      return missing.map { "\(place)/\($0): missing" }
        + object.sorted { $0.key < $1.key }.flatMap { name, value in
          properties[name].map { faults(in: value, as: $0, at: "\(place)/\(name)") }
            ?? ["\(place)/\(name): no such member"]
        }
    case "array":
      guard let list = value as? [Any] else { return ["\(place): no array"] }
      let items = schema["items"] as? Schema ?? [:]
      return list.flatMap { faults(in: $0, as: items, at: place) }
    case "string": return value is String ? [] : ["\(place): no string"]
    case "integer", "number", "boolean": return value is NSNumber ? [] : ["\(place): no number"]
    case "null": return value is NSNull ? [] : ["\(place): not null"]
    default: return []
    }
  }

  private func member(_ name: String, of schema: Schema) -> Schema? {
    choices(schema).compactMap { ($0["properties"] as? [String: Schema])?[name] }.first
      .map(resolved)
  }

  /// Returns the alternatives of a schema, with references resolved.
  private func choices(_ schema: Schema) -> [Schema] {
    let schema = resolved(schema)
    return (schema["anyOf"] as? [Schema])?.flatMap { choices($0) } ?? [schema]
  }

  private func resolved(_ schema: Schema) -> Schema {
    guard let reference = schema["$ref"] as? String else { return schema }
    return named(String(reference.split(separator: "/").last!))
  }
}
