import ColumnStore
import Foundation

/// Imports to notes of the raw archive's log and back.
///
/// A note holds what the `imports` table does, under the same names, so that the archive alone
/// tells what its files are.
///
/// If you add a member, make it optional: notes of before lack it.
extension ImportedFile {
  /// What the log files it under.
  var key: String { "import-\(id)" }

  /// The note's text: JSON on one line, its members in a fixed order.
  var logText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(self) else {
      preconditionFailure("an import holds only numbers and texts")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The imports that a log tells of, oldest first.
  static func noted(in log: ArchiveLog, store: String) throws(ImportError) -> [ImportedFile] {
    var files: [ImportedFile] = []
    for (key, text) in log.newest where key.hasPrefix("import-") {
      do {
        files.append(try JSONDecoder().decode(ImportedFile.self, from: Data(text.utf8)))
      } catch {
        throw .store(
          .corrupt(
            file: store + "/archive/LOG", found: "\(text)", expected: "a note of an import"))
      }
    }
    return files.sorted { $0.id < $1.id }
  }
}
