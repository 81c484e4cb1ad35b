import ArgumentParser
import Columns
import CommandTools
import SportsbookAPI

struct SportsbookHomeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Shows the home screen: a template and what fills its sections.",
    discussion: """
      A section that cannot be filled shows the reason, and the command ends with 65.

      Examples:
        railbird sportsbook home --base-url https://book.example --platform web
        railbird sportsbook home --base-url https://book.example --template --json
      """)

  @OptionGroup var options: SportsbookOptions
  @OptionGroup var audience: SportsbookAudienceOptions
  @Flag(name: .long, help: "Show only the template.") var template = false

  private struct Screen: Encodable {
    let template: HomeTemplate
    let sections: [Section]
  }

  private struct Section: Encodable {
    let index: Int
    let type: String
    let title: String
    let source: String
    let items: SectionItems?
    let error: String?
  }

  func run() async throws {
    try await options.reporting(for: audience.audience) { client in
      let platform = audience.reader.platform ?? .ios
      if template {
        return try show(try await client.homeTemplate(platform: platform))
      }
      let home = try await client.home(platform: platform)
      let sections = home.sections.map { section in
        section.content.map { content in
          audience.shown(content, client, limit: section.section.itemCount)
        }
      }
      if audience.json {
        try printJSON(home, sections)
      } else {
        Console.print(lines(home, sections).joined(separator: "\n"))
      }
      let failed = zip(home.sections, sections).compactMap { resolved, content in
        content.failure.map { "\(resolved.section.title): \($0)" }
      }
      for text in failed { Console.fail("sportsbook: \(DisplayWidth.printable(text))") }
      if !failed.isEmpty { throw ExitCode(65) }
    }
  }

  // MARK: - Implementation

  private func show(_ template: HomeTemplate) throws {
    if audience.json { return Console.print(try SportsbookText.json(template)) }
    let rows = template.sections.enumerated().map { index, section in
      ["\(index + 1)", section.type, section.title, section.source].map {
        DisplayWidth.printable($0)
      }
    }
    Console.print(DisplayWidth.printable(template.title))
    Console.print(columns(rows))
  }

  private func lines(
    _ home: HomeScreen, _ sections: [Result<SectionContent, SportsbookError>]
  ) -> [String] {
    var lines = [DisplayWidth.printable(home.template.title)]
    for (resolved, content) in zip(home.sections, sections) {
      lines += ["", DisplayWidth.printable(resolved.section.title)]
      switch content {
      case .success(let content): lines += SportsbookText.lines(content).map { "  " + $0 }
      case .failure(let error): lines.append("  (\(error))")
      }
    }
    return lines
  }

  private func printJSON(
    _ home: HomeScreen, _ sections: [Result<SectionContent, SportsbookError>]
  ) throws {
    let rows = zip(home.sections, sections).map { resolved, content in
      Section(
        index: resolved.index, type: resolved.section.type, title: resolved.section.title,
        source: resolved.section.source, items: (try? content.get()).map(SectionItems.init),
        error: content.failure.map { "\($0)" })
    }
    Console.print(try SportsbookText.json(Screen(template: home.template, sections: rows)))
  }
}

extension Result {
  /// The error; nil after a success.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
