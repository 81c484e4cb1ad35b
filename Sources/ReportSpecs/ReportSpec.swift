import Foundation
import RacingReports

/// Several reports with names, read from a file: what to compute, and where to write it.
public struct ReportSpec: Sendable {
  /// The names of the reports' files, without their endings; each differs from all others.
  public let names: [String]
  /// The reports to compute, in the same order, and the file's defaults as the run's own scope.
  public var batch: ReportBatch
  /// The kinds of files to write.
  public let formats: Set<ReportFormat>

  /// The most bytes that a spec may have.
  public static let byteLimit = 1 << 20

  /// Reads a spec.
  ///
  /// - Parameters:
  ///   - text: YAML with the key `reports` and defaults beside it.
  ///   - file: The text's name in messages.
  /// - Throws: ``SpecError`` with the line of the first mistake.
  public init(yaml text: String, file: String) throws(SpecError) {
    let node = try SpecText.node(text, file: file)
    var reader = SpecReader(file: file)
    let root = try reader.section(node, knows: SpecSettings.defaultKeys + ["format", "reports"])
    var defaults = SpecSettings()
    try defaults.read(root, reader)
    formats = try reader.formats(root)
    names = try reader.readReports(root, defaults)
    batch = ReportBatch(reader.questions, scope: defaults.scope)
  }

  /// Reads a spec from a file.
  ///
  /// - Parameter path: A YAML file.
  /// - Throws: ``SpecError`` when it cannot be read, or with the line of the first mistake.
  public init(contentsOf path: String) throws(SpecError) {
    guard access(path, R_OK) == 0 else {
      throw .unreadable(file: path, reason: String(cString: strerror(errno)))
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw .unreadable(file: path, reason: "it is no file")
    }
    guard bytes.count <= Self.byteLimit else {
      throw .unreadable(file: path, reason: "\(bytes.count) bytes, at most \(Self.byteLimit)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(file: path, reason: "it is not UTF-8")
    }
    try self.init(yaml: text, file: path)
  }
}
