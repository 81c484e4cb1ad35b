import APICore
import ColumnStore
import Columns
import Foundation
import TabularFiles

/// An answer as a journal line, checked by the parser that imports it later.
struct AnswerLine {
  /// The line with its line end.
  let text: Data
  /// The line's entry.
  let entry: JournalEntry
  /// The findings in the body, if it is an answer.
  private(set) var findings = BodyFindings()

  /// Makes the line of an attempt without a body to keep.
  init(_ entry: JournalEntry) { self.init(text: Self.text(entry, body: nil), entry: entry) }

  /// Makes the line of an answer with its body; without the body if it is unchanged.
  ///
  /// - Edge cases: if an object is requested and the JSON body says that there is none, the line
  ///   has no body. An empty list is `[]`: anything else in its place, such as `{}`, is recorded as
  ///   unreadable and requested again; so is a body that is empty, is no JSON, or in which the feed
  ///   finds no answer, and any body with status 206. Status 204 means that there are no data,
  ///   which is also requested again. If no file may hold the body, the line has the part that
  ///   the feed keeps, and its checksum.
  ///
  /// - Parameters:
  ///   - entry: The attempt.
  ///   - request: The request.
  ///   - body: The received body.
  ///   - known: The newest known answer.
  init(_ entry: JournalEntry, to request: some FeedRequest, body: Data, known: KnownAnswer?) {
    var entry = entry
    let body = Self.oneLine(body)
    switch Self.reading(body, of: request, entry) {
    case .content(let read, let findings):
      entry = read
      if known?.sha256 == read.sha256, known?.status == read.status {
        entry.isUnchanged = true
        self.init(entry)
      } else {
        self.init(
          text: Self.text(entry, findings.rows, body: findings.kept ?? body), entry: entry)
      }
      self.findings = findings
    case .nothing:
      entry.isUnchanged = known?.status == entry.status && known?.sha256 == nil
      self.init(entry)
    case .malformed(let found):
      entry.error = found
      self.init(entry)
    }
  }

  /// The recorded error of an unreadable body.
  static let malformed = "malformed body"
  /// The recorded error of an answer whose status means no body.
  static let noData = "no data (status 204)"
  /// The recorded error of an answer whose status means that a part is missing.
  static let part = "a part of an answer (status 206)"

  // MARK: - Implementation

  private init(text: Data, entry: JournalEntry) {
    self.text = text
    self.entry = entry
  }

  private enum Reading {
    /// A readable entry with its findings.
    case content(JournalEntry, BodyFindings)
    case nothing
    /// The content found in place of an answer.
    case malformed(String)
  }

  /// The recorded errors of answers without content, where the request allows no such answer.
  private static let emptyWords: [EmptyForms: String] = [
    .status204: noData, .noBody: "empty body", .null: "null", .emptyObject: "empty object",
  ]

  /// Puts a body on one line: JSON has line ends only between tokens, where spaces mean the same.
  private static func oneLine(_ body: Data) -> Data {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body
    return Data(text.map { $0 == 10 || $0 == 13 ? 32 : $0 })
  }

  private static func reading(_ body: Data, of request: some FeedRequest, _ entry: JournalEntry)
    -> Reading
  {
    if entry.status == 206 { return .malformed(part) }
    let rules = request.rules
    if let form = EmptyForms.form(status: entry.status, body: body) {
      // A refusal such as 404 needs no body.
      let isRefusal = form == .noBody && !entry.isSuccess
      if isRefusal || rules.empty.contains(form) { return .nothing }
      if let found = emptyWords[form] { return .malformed(found) }
    }
    let first = body.first { $0 != 32 && $0 != 9 }
    if first == UInt8(ascii: "<") { return .malformed("HTML page") }
    guard let first, rules.form.rawValue.utf8.contains(first) else { return .malformed(malformed) }
    guard let answer = AnswerBody(body, columns: request.elementColumns) else {
      return .malformed(malformed)
    }
    var read = entry
    let findings = request.read(answer, into: &read)
    if let mistake = findings.mistake {
      return .malformed(answer.isJSON ? mistake : malformed)
    }
    read.sha256 = Checksum.hex(of: findings.kept ?? body)
    return .content(read, findings)
  }

  private static func text(
    _ entry: JournalEntry, _ rows: [(name: String, json: String)] = [], body: Data?
  ) -> Data {
    var members = [
      "\"api\":\"\(entry.api)\"", "\"request\":\(JSONValue.string(entry.request).json)",
      "\"day\":\"\(entry.day.iso)\"", "\"fetched_at\":\(entry.fetchedAt)",
      "\"status\":\(entry.status.map(String.init) ?? "null")",
      "\"duration_us\":\(entry.microseconds)", "\"attempt\":\(entry.attempt)",
      "\"bytes\":\(entry.bytes)",
    ]
    if let sum = entry.sha256 { members.append("\"sha256\":\"\(sum)\"") }
    if entry.isUnchanged { members.append("\"unchanged\":true") }
    members += entry.counts.map { "\"\($0.name)\":\($0.value)" }
    members += rows.map { "\"\($0.name)\":\($0.json)" }
    if let error = entry.error { members.append("\"error\":\(JSONValue.string(error).json)") }
    var line = Data("{\(members.joined(separator: ","))".utf8)
    line += LineCheck.member(for: line)
    if let body { line += Data(",\"body\":".utf8) + body }
    return line + Data("}\n".utf8)
  }
}
