import Yams

/// A spec's text as YAML nodes.
enum SpecText {
  /// Deeper YAML is refused before its parser, which calls itself per level, sees it.
  static let depthLimit = 100

  static func node(_ text: String, file: String) throws(SpecError) -> Node {
    if let line = tooDeepLine(text) {
      throw .notYAML(
        SpecPlace(file, line: line), problem: "more than \(depthLimit) levels of lists")
    }
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw SpecError.missing(SpecPlace(file), what: "list of reports")
      }
      return node
    } catch let error as SpecError {
      throw error
    } catch let error as YamlError {
      throw .notYAML(SpecPlace(file, line: error.line), problem: error.problem)
    } catch {
      throw .notYAML(SpecPlace(file), problem: "\(error)")
    }
  }

  /// The first line where brackets, or list marks before any text, may be nested too deeply.
  ///
  /// Brackets inside of text count too; no spec has that many.
  private static func tooDeepLine(_ text: String) -> Int? {
    var brackets = 0
    var line = 1
    var marks = 0
    var isLead = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): (line, marks, isLead) = (line + 1, 0, true)
      case UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
      default: break
      }
      let isMark = [UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":")].contains(byte)
      if isLead { marks += isMark ? 1 : 0 }
      isLead = isLead && (isMark || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n"))
      if brackets > depthLimit || marks > depthLimit { return line }
    }
    return nil
  }
}

extension YamlError {
  fileprivate var line: Int? {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
    default: nil
    }
  }

  fileprivate var problem: String {
    switch self {
    case .reader(let problem, _, _, _), .scanner(_, let problem, _, _),
      .parser(_, let problem, _, _), .composer(_, let problem, _, _):
      problem
    case .duplicatedKeysInMapping(let keys, _): "the key \(keys.sorted()[0]) twice"
    default: "\(self)"
    }
  }
}
