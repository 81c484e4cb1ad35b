import Foundation

/// Finds names in a page's code that nothing in the repository has.
///
/// Checked are spans in backticks and the lines of code blocks, by these rules:
/// - A type is a span such as `Scan` or `Scan.run(_:)`; its members are words of the sources. Pages
///   for users have data words too, so there only names of two parts count, such as `DayCard`.
/// - A file is a span that ends like a source, script or page, or begins with a folder of the
///   repository; NAME and a star match any text. Folders count on pages of code.
/// - A command line begins with `railbird`, `bench` or `make`, perhaps behind `swift run`; its
///   subcommands, long options and targets are those of the programs and the Makefile.
/// - A span that begins with `--` is an option of some command or script, `RAILBIRD_…` a variable.
/// - A link without a scheme leads to a file.
struct PageReferences {
  let page: String
  let facts: PageFacts
  /// Names from outside.
  let exceptions: Set<String>

  /// Pages whose readers look at the sources.
  private var isOfCode: Bool {
    ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/performance-notes.md", "docs/library.md"]
      .contains(page) || page.hasPrefix("Sources/") || page.hasPrefix("Tests/")
  }

  /// The findings: each name with what was looked for.
  func findings(_ text: String) -> [String] {
    let (prose, blocks) = Self.parts(of: text)
    var found = Self.commandLines(blocks).flatMap(commandFindings)
    for match in prose.matches(of: /`([^`]+)`/) {
      let span = String(match.1).replacing("\n", with: " ")
      found += commandFindings(span) + spanFindings(span)
    }
    for match in prose.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) where !exists(String(match.1)) {
      found.append("link \(match.1)")
    }
    return found.filter { finding in !exceptions.contains { finding.hasSuffix(" " + $0) } }
  }

  // MARK: - Implementation

  /// The text outside of code blocks, and the lines inside.
  private static func parts(of text: String) -> (prose: String, blocks: [String]) {
    var (prose, blocks): ([String], [String]) = ([], [])
    var isFenced = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isFenced.toggle()
      } else if isFenced || line.hasPrefix("    ") {
        blocks.append(String(line))
      } else {
        prose.append(String(line))
      }
    }
    return (prose.joined(separator: "\n"), blocks)
  }

  /// Lines of code blocks, each with the lines that go on behind a backslash.
  private static func commandLines(_ blocks: [String]) -> [String] {
    var lines: [String] = []
    var begun = ""
    for line in blocks {
      if line.hasSuffix("\\") {
        begun += line.dropLast() + " "
      } else {
        lines.append(begun + line)
        begun = ""
      }
    }
    return lines
  }

  private func commandFindings(_ line: String) -> [String] {
    let bare = line.replacing(/"[^"]*"|'[^']*'/, with: "…").replacing(/(^|\s)#.*/, with: "")
    return bare.split(whereSeparator: { "|;&".contains($0) }).flatMap { part -> [String] in
      var words = part.split(separator: " ").map(String.init)
      while let word = words.first, word == "$" || word.contains(/^[A-Z_]+=/) {
        words.removeFirst()
      }
      if words.starts(with: ["swift", "run"]) { words.removeFirst(2) }
      guard let program = words.first?.split(separator: "/").last.map(String.init) else {
        return []
      }
      if program == "make" { return targetFindings(words.dropFirst()) }
      guard let command = facts.programs[program] else { return [] }
      return findings(of: command, words.dropFirst())
    }
  }

  private func targetFindings(_ words: ArraySlice<String>) -> [String] {
    words.filter { $0.contains(/^[a-z]+$/) && !facts.targets.contains($0) }
      .map { "make target \($0)" }
  }

  private func findings(of program: PageFacts.Command, _ words: ArraySlice<String>) -> [String] {
    var (command, words) = (program, words)
    while command.subcommands?.isEmpty == false, let word = words.first,
      word.contains(/^[a-z][a-z-]*$/)
    {
      guard let next = command.subcommand(word) else { return ["command \(word)"] }
      command = next
      words.removeFirst()
    }
    return words.compactMap { $0.prefixMatch(of: /--[a-z][a-z-]*/).map { String($0.0) } }
      .filter { !command.options.contains($0) }
      .map { "option of \(command.commandName): \($0)" }
  }

  private func spanFindings(_ span: String) -> [String] {
    if let match = span.prefixMatch(of: /--[a-z][a-z-]*/) {
      let known = facts.programs.values.reduce(facts.scriptOptions) { $0.union($1.allOptions) }
      return known.contains(String(match.0)) ? [] : ["option \(match.0)"]
    }
    if let match = span.prefixMatch(of: /RAILBIRD_[A-Z_]+/) {
      return facts.words.contains(String(match.0)) ? [] : ["variable \(match.0)"]
    }
    if span.contains(/^[\w.+\/*-]+$/), isFile(span) {
      return exists(span) ? [] : ["file \(span)"]
    }
    return typeFindings(span)
  }

  private func typeFindings(_ span: String) -> [String] {
    guard let match = span.wholeMatch(of: /([A-Z]\w*)((?:\.\w+)*)(?:\(.*\))?/),
      match.1.contains(/[a-z]/), isOfCode || match.1.contains(/[a-z][A-Z]|[A-Z]{2}[a-z]/)
    else { return [] }
    if !facts.types.contains(String(match.1)) { return ["type \(match.1)"] }
    return match.2.split(separator: ".").filter { !facts.words.contains(String($0)) }
      .map { "member \($0)" }
  }

  private func isFile(_ span: String) -> Bool {
    if span.contains(/\.(swift|md|py|sh|c|h|cpp)$/) { return true }
    guard let folder = span.split(separator: "/").first, span.contains("/"), !span.hasPrefix("/")
    else { return false }
    if isOfCode && span.hasSuffix("/") { return true }
    return facts.files.contains(String(folder))
  }

  /// Whether a path leads to a file: from the root, from the page, or as the end of a path.
  private func exists(_ path: String) -> Bool {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    let folder = (page as NSString).deletingLastPathComponent
    let besides = (("/" + folder + "/" + path) as NSString).standardizingPath.dropFirst()
    if facts.files.contains(path) || facts.files.contains(String(besides)) { return true }
    let pattern = path.replacing("NAME", with: "*")
    if pattern.contains("*") { return existsLike(pattern) }
    let ending = path.hasPrefix("+") ? path : "/" + path
    return facts.files.contains { $0.hasSuffix(ending) }
  }

  /// Whether some path ends like a pattern, in each of whose parts one star matches any text.
  private func existsLike(_ pattern: String) -> Bool {
    let parts = pattern.split(separator: "/")
    return facts.files.contains { file in
      let names = file.split(separator: "/").suffix(parts.count)
      return names.count == parts.count
        && zip(parts, names).allSatisfy { part, name in
          guard let star = part.firstIndex(of: "*") else { return part == name }
          return name.hasPrefix(part[..<star]) && name.hasSuffix(part[star...].dropFirst())
        }
    }
  }
}
