import Foundation
import TestSupport

/// The imports in the source files of each module.
struct SourceImports {
  /// One `import` line.
  struct Line {
    let file: String
    let importer: String
    let imported: String
  }

  let lines: [Line]

  /// Reads the modules below `Sources/` and the benchmark program.
  init() throws {
    let modules = try PackageModules.all.get()
    var lines: [Line] = []
    for module in modules.sources + ["bench"] {
      let folder = modules.path(of: module)
      for file in files(below: folder) where file.hasSuffix(".swift") {
        let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        lines += Self.imports(text).map {
          Line(file: module + "/" + file, importer: module, imported: $0)
        }
      }
    }
    self.lines = lines
  }

  /// Returns the modules that a source text imports.
  static func imports(_ text: String) -> [String] {
    let line =
      /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(.+)/
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
    return text.split(whereSeparator: \.isNewline).compactMap { source in
      guard let match = source.prefixMatch(of: line) else { return nil }
      let words = match.1.split(separator: " ").drop { kinds.contains(String($0)) }
      return words.first?.split(separator: ".").first.map(String.init)
    }
  }
}
