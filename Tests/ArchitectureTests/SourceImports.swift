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

  let modules: Set<String>
  let lines: [Line]

  /// Reads `Sources/<module>` and the benchmark program.
  init() throws {
    let sources = RailbirdProcess.packageFolder + "/Sources"
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources)
    var lines: [Line] = []
    var modules: Set<String> = []
    for folder in folders.map({ sources + "/" + $0 }) + [
      RailbirdProcess.packageFolder + "/Benchmarks/bench"
    ] {
      let module = (folder as NSString).lastPathComponent
      for file in files(below: folder) where file.hasSuffix(".swift") {
        modules.insert(module)
        let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        lines += Self.imports(text).map {
          Line(file: module + "/" + file, importer: module, imported: $0)
        }
      }
    }
    self.modules = modules
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
