import Foundation
import TestSupport
import Testing

/// Paths of input that lead to no file, and names that would forge a message.
struct InputPathTests {
  private let work: SyntheticStore

  init() throws { work = try SyntheticStore() }

  private func pipe(_ name: String) throws -> String {
    let path = work.folder.file(name)
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  @Test func `a folder with a pipe among its data files is not imported`() throws {
    try FileManager.default.createDirectory(
      atPath: work.folder.file("in"), withIntermediateDirectories: false)
    let text = "race_id,date,number,horse,position\na,2024-01-01,1,Ann,1\n"
    _ = try work.folder.write(text, to: "in/a.csv")
    let path = try pipe("in/b.csv")
    for place in ["in", "in/*.csv"] {
      let result = try RailbirdProcess.run(work.importing(work.folder.file(place)))
      #expect(result.exitCode == 1 && result.stdout.isEmpty)
      #expect(result.stderr == "railbird: \(path): cannot be opened (it is no regular file)\n")
      #expect(!FileManager.default.fileExists(atPath: work.store + "/MANIFEST"))
    }
  }

  @Test func `a pipe is no mapping and no spec`() throws {
    let path = try pipe("pipe")
    let file = try work.generate(runners: 300)
    let mapped = try RailbirdProcess.run([
      "import", "--store", work.store, "--mapping", path, file,
    ])
    #expect(mapped.exitCode == 1)
    #expect(mapped.stderr == "railbird: \(path): cannot be opened (it is no regular file)\n")
    try work.load(file)
    let asked = try RailbirdProcess.run([
      "report", "--store", work.store, "--spec", path, "--out", work.folder.file("out"),
    ])
    #expect(asked.exitCode == 1)
    #expect(asked.stderr == "railbird: \(path): cannot be read (it is no regular file)\n")
  }

  @Test func `a missing folder for temporary files is an error, and is not made`() throws {
    let file = try work.generate(runners: 300)
    let temporary = work.folder.file("td/a/b")
    let script = "exec \"$0\" import --store \"$1\" --format railbird - < \"$2\""
    let result = try RailbirdProcess.run(
      program: "sh", ["-c", script, RailbirdProcess.executable, work.store, file],
      environment: ["TMPDIR": temporary])
    #expect(result.exitCode == 1)
    #expect(
      result.stderr
        == "railbird: \(temporary): cannot be written (No such file or directory; TMPDIR names a "
        + "folder for copies)\n")
    #expect(!FileManager.default.fileExists(atPath: work.folder.file("td")))
    #expect(!FileManager.default.fileExists(atPath: work.store))
  }

  @Test func `a line feed in a name begins no second message`() throws {
    let name = "nope\nrailbird: S: everything lost.csv"
    let shown = name.replacing("\n", with: " ")
    let named = try RailbirdProcess.run(work.importing(work.folder.file(name)))
    #expect(named.exitCode == 1)
    #expect(
      named.stderr
        == "railbird: \(work.folder.file(shown)): cannot be opened (No such file or directory)\n")
    // Nor does a note about a file that is left out.
    try FileManager.default.createDirectory(
      atPath: work.folder.file("in"), withIntermediateDirectories: false)
    let text = "race_id,date,number,horse,position\na,2024-01-01,1,Ann,1\n"
    _ = try work.folder.write(text, to: "in/a.csv")
    _ = try work.folder.write("", to: "in/" + name)
    let found = try RailbirdProcess.run(work.importing(work.folder.file("in")))
    #expect(found.exitCode == 0)
    #expect(found.stderr.contains("left out: \(work.folder.file("in/" + shown)): found an empty"))
    #expect(!found.stderr.contains("\nrailbird: "), "\(found.stderr)")
  }

  @Test func `a mistake in a condition keeps the lines that point at it`() throws {
    let text = "angles:\n  - {name: a, where: spp < 10}\n"
    let file = try work.folder.write(text, to: "a\nb.yaml")
    let result = try RailbirdProcess.run(["angles", "check", file])
    #expect(result.exitCode == 64)
    #expect(result.stderr.hasPrefix("railbird: \(work.folder.path)/a b.yaml:2: "))
    #expect(result.stderr.hasSuffix("\n  spp < 10\n  ^\n"), "\(result.stderr)")
  }
}
