import Foundation
import Questions
import SystemFiles
import YAMLText

/// Several named reports from a file: the computations, and their output.
public struct ReportSpec: Sendable {
  /// The names of the reports' files, without extension, all different.
  public let names: [String]
  /// The reports to compute, in the same order; the file's defaults are the scope of the whole run.
  public var batch: ReportBatch
  /// The output formats.
  public let formats: Set<ReportFormat>

  /// The maximum size of a spec in bytes.
  public static let byteLimit = Limits.specBytes

  /// Reads a spec.
  ///
  /// - Parameters:
  ///   - text: YAML with the key `reports` and optional defaults.
  ///   - file: The text's name in messages.
  /// - Throws: ``SpecError`` with the line of the first mistake.
  public init(yaml text: String, file: String) throws(SpecError) {
    let root = try SpecError.of { () throws(YAMLError) in
      let root = try YAMLValue(text: text, file: file).members("keys such as reports")
      try root.allow(
        SpecSettings.defaultKeys + SpecSettings.factKeys + ["format", "reports"], as: "key")
      return root
    }
    var defaults = SpecSettings()
    try defaults.read(root)
    formats = try Self.formats(root.value("format"))
    let reader = try SpecReader(root, defaults)
    names = reader.names
    batch = ReportBatch(reader.questions, scope: defaults.scope)
    batch.facts = try SpecSettings.facts(root)
  }

  /// Reads a spec from a file.
  ///
  /// - Parameter path: A YAML file.
  /// - Throws: ``SpecError`` if it cannot be read, or with the line of the first mistake.
  public init(contentsOf path: String) throws(SpecError) {
    try self.init(yaml: try Self.text(of: path), file: path)
  }

  /// Reads the text of a file of questions.
  static func text(of path: String) throws(SpecError) -> String {
    let bytes: Data
    do throws(SystemError) {
      bytes = try FileSystem.bytes(of: path)
    } catch {
      throw .unreadable(file: path, reason: error.code == EISDIR ? "it is no file" : error.reason)
    }
    guard bytes.count <= byteLimit else {
      throw .unreadable(file: path, reason: "\(bytes.count) bytes, at most \(byteLimit)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(file: path, reason: "it is not UTF-8")
    }
    return text
  }

  /// Reads the requested formats; csv and json if the file names none.
  private static func formats(_ value: SpecValue?) throws(SpecError) -> Set<ReportFormat> {
    guard let value, !value.isNull else { return ReportFormat.standard }
    var formats: Set<ReportFormat> = []
    for name in try value.list(separator: ",", expected: ReportFormat.expected) {
      guard let format = ReportFormat(rawValue: name) else {
        throw value.mistake(name, expected: ReportFormat.expected)
      }
      formats.insert(format)
    }
    return formats
  }
}
