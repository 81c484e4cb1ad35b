import Foundation
import TestSupport
import Testing

/// The program in a shell and on a desktop: completions, manual pages, progress and `--open`.
struct ShellTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Help: Decodable {
    struct Command: Decodable {
      let commandName: String
      let shouldDisplay: Bool
      let subcommands: [Command]?

      /// The names of the pages of a command and its subcommands.
      func pages(_ prefix: String = "") -> [String] {
        guard shouldDisplay, commandName != "help" else { return [] }
        let name = prefix + commandName
        return [name + ".1"] + (subcommands ?? []).flatMap { $0.pages(name + "-") }
      }
    }
    let command: Command
  }

  @Test(.longForm) func `an installation has completions of three shells and a page per command`()
    throws
  {
    let share = folder.file("share")
    let installed = try RailbirdProcess.run(
      program: "sh",
      [
        RailbirdProcess.packageFolder + "/scripts/install-shell.sh", RailbirdProcess.executable,
        share,
      ])
    try #require(installed.exitCode == 0, "\(installed.stderr)")
    let help = try JSONDecoder().decode(
      Help.self, from: Data(parse(["--experimental-dump-help"]).stdout.utf8))
    let pages = try FileManager.default.contentsOfDirectory(atPath: share + "/man/man1")
    #expect(pages.sorted() == help.command.pages().sorted())
    #expect(pages.contains("railbird-fetch-racing.1") && pages.count > 60)
    for file in [
      "bash-completion/completions/railbird", "zsh/site-functions/_railbird",
      "fish/vendor_completions.d/railbird.fish",
    ] {
      let text = try String(contentsOfFile: share + "/" + file, encoding: .utf8)
      #expect(text.contains("notebook"), "\(file)")
    }
    let page = try String(contentsOfFile: share + "/man/man1/railbird-report.1", encoding: .utf8)
    for part in [
      ".TH RAILBIRD\\-REPORT 1", ".SH OPTIONS", "\\fB\\-\\-as\\-of\\fR \\fIdate\\fR",
      ".SH EXAMPLES\n.nf\nrailbird report \\-\\-store S", ".BR railbird (1)",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    for command in ["report", "import", "export", "verify"] {
      let page = try String(
        contentsOfFile: share + "/man/man1/railbird-\(command).1", encoding: .utf8)
      #expect(page.contains(".SH EXIT STATUS\n0 "), "\(command)")
    }
  }

  /// Asks bash's completion function, as a shell with the line typed so far would.
  private func completed(_ line: String) throws -> [String] {
    let program = (RailbirdProcess.executable as NSString).deletingLastPathComponent
    let script = """
      PATH="$2:$PATH"
      source <(railbird --generate-completion-script bash)
      COMP_LINE=$1; COMP_POINT=${#1}; read -ra COMP_WORDS <<< "$1"
      [[ $1 == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _railbird railbird "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try RailbirdProcess.run(program: "bash", ["-c", script, "bash", line, program])
    #expect(result.exitCode == 0, "\(result.stderr)")
    return result.stdout.split(separator: "\n").map(String.init)
  }

  @Test(
    arguments: LongForm.cases(
      [
        ("railbird note", ["notebook"]),
        ("railbird report --by jockey+dra", ["jockey+draw"]),
        ("railbird report --by jockey,own", ["jockey,owner"]),
        ("railbird notebook --with pandas,", ["pandas,polars", "pandas,duckdb"]),
        ("railbird report --order-by luck", ["luck_sd"]),
        ("railbird calibration --baseline sh", ["shin"]),
        ("railbird export --to p", ["parquet"]),
        ("railbird report --per surf", ["surface"]),
        ("railbird card --columns runs,recent_f", ["runs,recent_form"]),
        ("railbird card --by jockey+dra", ["jockey+draw"]),
        ("railbird settle --by rule_book,ki", ["rule_book,kind"]),
        ("railbird betting --by game+mon", ["game+month"]),
        ("railbird support --by channel+we", ["channel+week"]),
      ], short: 2))
  func `bash completes commands and the names that options take`(
    line: String, expected: [String]
  ) throws {
    #expect(try completed(line) == expected)
  }

  @Test func `progress states rate and time left`() throws {
    let made = try RailbirdProcess.run([
      "generate", "--runners", "200000", "--verbose", "--out", folder.file("r.csv"),
    ])
    try #require(made.exitCode == 0)
    let lines = made.stderr.split(separator: "\n")
    #expect(
      lines.contains { $0.contains(/^[\d,]+ of 200,000 runners, [\d,]+\/s, \d+ s left$/) },
      "\(made.stderr)")
    try loadSample()
    let exported = try RailbirdProcess.run([
      "export", "--store", folder.file("store"), "--to", "csv", "--verbose", "--out", folder.path,
    ])
    let months = exported.stderr.split(separator: "\n")
    #expect(
      months.contains { $0.contains(/^runners: [\d,]+ of 5,000 rows, [\d,.]+\/s, \d+ s left$/) })
    #expect(months.last?.contains(/^runners: 5,000 of 5,000 rows, .*, 0 s left$/) == true)
  }

  /// Makes a folder with a program in place of the desktop's; it notes its arguments.
  private func desktop(endingWith code: Int) throws -> String {
    let script = """
      #!/bin/sh
      echo "$@" >> '\(folder.file("opened"))'
      while read -r name value; do
        if [ "$name" = SigIgn: ]; then echo "$value" > '\(folder.file("ignored"))'; fi
      done < /proc/$$/status
      echo "$0: 882: www-browser: not found" | tee /dev/stderr
      exit \(code)

      """
    for name in ["xdg-open", "open"] {
      let file = try folder.write(script, to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }
    return folder.path
  }

  private func loadSample() throws {
    let sample = RailbirdProcess.packageFolder + "/Datasets/sample/runners.csv"
    let result = try RailbirdProcess.run([
      "import", "--quiet", "--store", folder.file("store"), "--format", "railbird", sample,
    ])
    try #require(result.exitCode == 0, "\(result.stderr)")
  }

  private func report(path: String, _ arguments: String...) throws -> ProcessResult {
    try loadSample()
    return try RailbirdProcess.run(
      [
        "report", "--store", folder.file("store"), "--by", "trainer,jockey", "--quiet", "--open",
        "--out", folder.file("out"),
      ] + arguments, environment: ["PATH": path])
  }

  @Test func `a report opens with the desktop's program`() throws {
    let result = try report(path: try desktop(endingWith: 0))
    #expect(result.exitCode == 0 && result.stdout == "" && result.stderr == "")
    let opened = try String(contentsOfFile: folder.file("opened"), encoding: .utf8)
    #expect(opened == folder.file("out/trainer.csv") + "\n")
  }

  #if os(Linux)
    @Test func `a closed pipe ends the desktop's program as usual`() throws {
      #expect(try report(path: try desktop(endingWith: 0)).exitCode == 0)
      let text = try String(contentsOfFile: folder.file("ignored"), encoding: .utf8)
      let ignored = try #require(UInt64(text.trimmingCharacters(in: .newlines), radix: 16))
      for signal in [SIGPIPE, SIGXFSZ] { #expect(ignored & 1 << UInt64(signal - 1) == 0) }
    }
  #endif

  @Test func `a workbook opens before the first report`() throws {
    let result = try report(path: try desktop(endingWith: 0), "--format", "csv,xlsx")
    #expect(result.exitCode == 0, "\(result.stderr)")
    let opened = try String(contentsOfFile: folder.file("opened"), encoding: .utf8)
    #expect(opened == folder.file("out/report.xlsx") + "\n")
  }

  @Test func `a report that does not open is written, and an error`() throws {
    let result = try report(path: try desktop(endingWith: 3), "--format", "json")
    #expect(result.exitCode == 1)
    let told = result.stderr.split(separator: "\n")
    #expect(
      told.count == 1
        && told[0].contains(
          /trainer\.json: cannot be opened \((xdg-)?open ended with 3: it found no program .*\)$/),
      "\(result.stderr)")
    #expect(FileManager.default.fileExists(atPath: folder.file("out/jockey.json")))
  }

  @Test func `without a desktop nothing is computed`() throws {
    let result = try report(path: "/nonexistent")
    #expect(result.exitCode == 1)
    #expect(result.stderr.contains("expected a desktop"), "\(result.stderr)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }
}
