import Foundation
import TestSupport
import Testing

/// Figures of `scripts/house.py` that must not rise.
///
/// Lower a limit when its figure has fallen.
struct HouseTests {
  /// Files of a folder below `Sources/`.
  private static let folderFiles = 25
  /// Lines of a module.
  private static let moduleLines = 6000.0
  /// Files with unsafe code and without a `Safety:` line.
  private static let unreasonedFiles = 0
  /// Comment lines over 100 columns.
  private static let wideComments = 0
  /// Doc lines that open with What, How, Where or Which.
  private static let questions = 0
  /// Comment lines with words such as "told" for "says".
  private static let dialect = 0
  /// Lines of pages with such words.
  private static let pages = 0

  @Test(arguments: [
    ("files of the largest folder", folderFiles), ("unsafe files without Safety:", unreasonedFiles),
    ("comment lines over 100 columns", wideComments),
    ("doc lines What/How/Where/Which", questions), ("comment lines in dialect", dialect),
    ("page lines in dialect", pages),
  ])
  func `no figure of the house is above its limit`(figure: String, limit: Int) throws {
    let found = try #require(try Self.house.get()[figure])
    #expect(found <= Double(limit), "run scripts/house.py --list: \(figure)")
  }

  @Test func `no module has more than 6,000 lines`() throws {
    for (figure, lines) in try Self.house.get() where figure.hasPrefix("lines of ") {
      #expect(lines <= Self.moduleLines, "\(figure)")
    }
  }

  @Test func `the script counts what it says`() throws {
    let package = try TemporaryFolder()
    let files = [
      ("Package.swift", Self.manifest), ("Sources/Low/A/One.swift", Self.one),
      ("Sources/Low/A/Inner/Two.swift", Self.two), ("Sources/B/Three.swift", Self.three),
      ("docs/page.md", "It is told.\nTwo are told apart.\n"),
    ]
    let script = try String(
      contentsOfFile: RailbirdProcess.packageFolder + "/scripts/house.py", encoding: .utf8)
    for (path, text) in files + [("scripts/house.py", script)] {
      let url = URL(fileURLWithPath: package.file(path))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let found = try Self.figures(of: package.path)
    let expected: [String: Double] = [
      "swift files": 3, "lines": 18, "files under 40 lines": 3, "types": 4,
      "unsafe files": 2, "unsafe files without Safety:": 1,
      "doc lines What/How/Where/Which": 1, "doc lines Whether, not Boolean": 1,
      "doc lines Whether, Boolean": 1, "comment lines over 100 columns": 1,
      "comment lines in dialect": 1, "page lines in dialect": 1, "lines of A": 10,
      "lines of B": 8,
    ]
    for (figure, value) in expected {
      #expect(found[figure] == value, "\(figure)")
    }
  }

  // MARK: - Implementation

  /// The figures of this package, counted once.
  private static let house = Result { try figures(of: RailbirdProcess.packageFolder) }

  private static func figures(of package: String) throws -> [String: Double] {
    let result = try RailbirdProcess.run(
      program: "python3", [package + "/scripts/house.py", "--json"])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return try JSONDecoder().decode([String: Double].self, from: Data(result.stdout.utf8))
  }

  /// A module in a storey, and one whose folder has its name.
  private static let manifest = """
    .target(name: "A", dependencies: [.product(name: "P", package: "p")], path: "Sources/Low/A"),
    .target(name: "B", dependencies: ["A"]),

    """
  /// Names `Two`, which names it back.
  private static let one = """
    /// What a file is.
    struct One { let two: Two }
    // unsafe in a comment is no unsafe code

    """
  /// Nests `Inner` and holds unsafe code with a reason.
  private static let two = """
    struct Two {
      /// Whether it is one.
      let isOne: Bool
      // Safety: the pointer is never read.
      struct Inner { let one: One, at: UnsafeRawPointer }
    }
    // \(String(repeating: "x", count: 98))

    """
  /// Sees `A` but is not seen by it, and holds unsafe code without a reason.
  private static let three = """
    import A

    struct Three {
      /// The same as in `One`, told again.
      let one: One
      /// Whether the one or the other is read first.
      let order: UnsafePointer<Int>
    }

    """
}
