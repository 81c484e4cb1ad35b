import Columns
import Foundation
import Mappings
import SystemFiles
import TabularFiles

extension ImportJob {
  /// Describes an import by a built-in mapping.
  ///
  /// - Parameters:
  ///   - store: The store's folder; created if it does not exist.
  ///   - format: One of `Mapping.builtInNames`.
  ///   - now: The time of the import.
  /// - Throws: `ImportError` `.badMapping` when no built-in mapping has that name.
  public init(store: String, format: String, now: Date = Date()) throws(ImportError) {
    guard let text = Mapping.builtInText(format) else {
      let nearest = NearestName.find(format, in: Mapping.builtInNames)
      throw .badMapping(
        file: "the built-in mappings", found: format,
        expected: "one of " + Mapping.builtInNames.joined(separator: ", ")
          + (nearest.map { " (nearest: \($0))" } ?? ""))
    }
    try self.init(store: store, mappingText: text, file: format, now: now)
  }

  /// Describes an import by a custom mapping.
  ///
  /// - Parameters:
  ///   - store: The store's folder; created if it does not exist.
  ///   - mappingFile: The mapping's YAML file.
  ///   - now: The time of the import.
  /// - Throws: `ImportError` `.file` when the file cannot be read, `.badMapping` when it is no
  ///   mapping.
  public init(store: String, mappingFile: String, now: Date = Date()) throws(ImportError) {
    let text = try Mapping.text(contentsOf: mappingFile)
    try self.init(store: store, mappingText: text, file: mappingFile, now: now)
  }

  private init(
    store: String, mappingText: String, file: String, now: Date
  ) throws(ImportError) {
    self.init(
      store: store, mapping: try Mapping(yaml: mappingText, file: file),
      mappingText: mappingText, now: Int64(now.timeIntervalSince1970 * 1_000_000))
  }
}

extension Mapping {
  /// Returns the text of a mapping's file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The text, not yet read as a mapping.
  /// - Throws: `ImportError` `.file` when the file cannot be read, `.badMapping` when it is not
  ///   UTF-8.
  public static func text(contentsOf path: String) throws(ImportError) -> String {
    let data: Data
    do throws(SystemError) {
      data = try FileSystem.bytes(of: path)
    } catch {
      throw .file(.cannotOpen(file: path, reason: error.reason))
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw .badMapping(file: path, found: "bytes", expected: "UTF-8 text")
    }
    return text
  }
}
