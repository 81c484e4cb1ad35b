import APICore
import Columns
import Foundation
import SystemFiles

extension ChatistServiceSettings {
  /// Reads a program's settings from the environment, and from a file if there is one.
  ///
  /// `CHATIST_API_URL` and `CHATIST_API_KEY` take precedence over the file, which `CHATIST_CONFIG`
  /// names if `path` does not. Settings made by the program afterwards take precedence over both.
  ///
  /// - Parameters:
  ///   - path: The file; nil for the file that the environment names, if any.
  ///   - allowsPlainHTTP: Whether `http` is accepted for other machines too, even if the file
  ///     forbids it.
  ///   - environment: The variables; an empty one counts as absent.
  /// - Throws: ``ChatistError`` `invalidSetting` for an unusable address or file.
  public init(
    file path: String? = nil, allowsPlainHTTP: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ChatistError) {
    func variable(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let path = path ?? variable("CHATIST_CONFIG")
    let file = try path.map { path throws(ChatistError) in try ChatistFile(path) }
    try self.init(
      baseURL: variable("CHATIST_API_URL") ?? file?.apiURL,
      key: variable("CHATIST_API_KEY").map { Secret($0) },
      allowsPlainHTTP: allowsPlainHTTP || file?.allowsPlainHTTP ?? false)
    try file?.apply(to: &self)
  }
}

/// A configuration file: a JSON object of settings, parsed strictly.
private struct ChatistFile {
  private let path: String
  private let members: [String: JSONValue]

  private static let names = [
    "apiURL", "allowsPlainHTTP", "customerID", "deviceID", "attachmentLimit", "ticketSeconds",
    "brandingSeconds", "uploadSeconds", "intervalSeconds", "routes", "headers", "updatedAtItem",
    "filePart", "nesting", "listMembers", "keyStyle", "keys",
  ]

  init(_ path: String) throws(ChatistError) {
    self.path = path
    let data: Data?
    do throws(SystemError) {
      data = try FileSystem.contents(of: path)
    } catch {
      guard error.code == SystemError.notRegular else { throw .invalidSetting("\(error)") }
      throw .invalidSetting("\(path): found no ordinary file; expected settings")
    }
    guard let data else { throw .invalidSetting("\(path): found no file; expected settings") }
    do throws(JSONFailure) {
      guard case .object(let members) = try JSONValue(parsing: data) else {
        throw JSONFailure(reason: "found no object; expected one of settings")
      }
      self.members = members
    } catch {
      throw .invalidSetting("\(path): \(error)")
    }
    try check(members.keys, Self.names, "")
  }

  var apiURL: String? { members["apiURL"]?.text }
  var allowsPlainHTTP: Bool { members["allowsPlainHTTP"] == .bool(true) }

  func apply(to settings: inout ChatistServiceSettings) throws(ChatistError) {
    settings.customerID = try text("customerID") ?? settings.customerID
    settings.deviceID = try text("deviceID") ?? settings.deviceID
    settings.attachmentLimit = try number("attachmentLimit") ?? settings.attachmentLimit
    settings.ticketLifetime = try seconds("ticketSeconds") ?? settings.ticketLifetime
    settings.brandingLifetime = try seconds("brandingSeconds") ?? settings.brandingLifetime
    settings.uploadTime = try seconds("uploadSeconds") ?? settings.uploadTime
    settings.interval = try seconds("intervalSeconds") ?? settings.interval
    try apply(to: &settings.table)
  }

  // MARK: - Implementation

  private func apply(to table: inout ChatistTable) throws(ChatistError) {
    for (name, text) in try texts("routes", ChatistTable.Function.allCases.map(\.rawValue)) {
      guard let function = ChatistTable.Function(rawValue: name),
        let route = ChatistTable.Route(text)
      else { throw bad("routes.\(name)", text, "a route such as GET /tickets/{id}") }
      table.routes[function] = route
    }
    let headers = try texts("headers", ["key", "keyPrefix", "customer", "device"])
    table.keyHeader = headers["key"] ?? table.keyHeader
    table.keyPrefix = headers["keyPrefix"] ?? table.keyPrefix
    table.customerHeader = headers["customer"] ?? table.customerHeader
    table.deviceHeader = headers["device"] ?? table.deviceHeader
    table.updatedAtItem = try text("updatedAtItem") ?? table.updatedAtItem
    table.filePart = try text("filePart") ?? table.filePart
    table.nesting = try choice("nesting") ?? table.nesting
    table.keyStyle = try choice("keyStyle") ?? table.keyStyle
    table.keys = try texts("keys", nil)
    if case .array(let list)? = members["listMembers"] {
      table.listMembers = list.compactMap(\.text)
    }
  }

  private func text(_ name: String) throws(ChatistError) -> String? {
    guard let value = members[name] else { return nil }
    guard case .string(let text) = value, !text.isEmpty else {
      throw bad(name, value.json, "a text")
    }
    return text
  }

  private func number(_ name: String) throws(ChatistError) -> Int? {
    guard let value = members[name] else { return nil }
    guard case .number(let number) = value, let size = Int(number.text), size >= 0 else {
      throw bad(name, value.json, "a whole number from 0 on")
    }
    return size
  }

  private func seconds(_ name: String) throws(ChatistError) -> Duration? {
    try number(name).map { .seconds($0) }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(ChatistError) -> Choice? {
    guard let found = try text(name) else { return nil }
    guard let choice = Choice(rawValue: found) else {
      throw bad(name, found, Choice.allCases.map(\.rawValue).joined(separator: " or "))
    }
    return choice
  }

  /// Reads the texts of an object; `known` lists its allowed names, nil allows any.
  private func texts(
    _ name: String, _ known: [String]?
  ) throws(ChatistError) -> [String: String] {
    guard let value = members[name] else { return [:] }
    guard case .object(let members) = value else { throw bad(name, value.json, "an object") }
    if let known { try check(members.keys, known, name + ".") }
    var texts: [String: String] = [:]
    for (key, value) in members {
      guard case .string(let text) = value else {
        throw bad("\(name).\(key)", value.json, "a text")
      }
      texts[key] = text
    }
    return texts
  }

  private func check(
    _ found: some Sequence<String>, _ known: [String], _ prefix: String
  ) throws(ChatistError) {
    guard let name = found.sorted().first(where: { !known.contains($0) }) else { return }
    let nearest = NearestName.find(name, in: known) ?? known.joined(separator: ", ")
    throw .invalidSetting("\(path): found “\(prefix)\(name.prefix(40))”; expected \(nearest)")
  }

  private func bad(_ name: String, _ found: String, _ expected: String) -> ChatistError {
    .invalidSetting("\(path), \(name): found \(found.prefix(80)); expected \(expected)")
  }
}
