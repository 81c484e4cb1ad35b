import Foundation
import TestSupport
import Testing

extension Tag {
  /// Takes seconds, not milliseconds.
  @Tag static var slow: Self
}

/// Files of synthetic runners and the stores made of them, in a temporary folder.
struct SyntheticStore {
  /// The arguments of a generated file.
  private struct Season: Hashable {
    let runners: Int
    let seed: Int
  }

  /// The imports that make a store, which keeps each file's name and its bytes.
  private struct Imports: Hashable {
    struct Source: Hashable {
      let name: String
      let data: Data
    }

    let format: String
    let calls: [[Source]]
  }

  private static let seasons = MadeOnce<Season>()
  private static let stores = MadeOnce<Imports>()

  let folder: TemporaryFolder
  var store: String { folder.file("store") }

  init() throws { folder = try TemporaryFolder() }

  /// Returns a file of runners, which is generated once a run.
  func generate(_ name: String = "runners.csv", runners: Int, seed: Int = 1) throws -> String {
    let path = folder.file(name)
    try Self.seasons.copy(Season(runners: runners, seed: seed), to: path) { path in
      let result = try RailbirdProcess.run([
        "generate", "--runners", "\(runners)", "--seed", "\(seed)", "--out", path,
      ])
      try #require(result.exitCode == 0, "\(result.stderr)")
    }
    return path
  }

  /// Returns the arguments that import a file.
  func importing(_ file: String, into store: String? = nil) -> [String] {
    ["import", "--store", store ?? self.store, "--format", "railbird", file]
  }

  /// Imports a file to the end.
  func load(_ file: String, into store: String? = nil) throws {
    let result = try RailbirdProcess.run(importing(file, into: store))
    try #require(result.exitCode == 0, "\(result.stderr)")
  }

  /// Makes the store of files of runners that are imported one after another.
  func stock(_ files: String..., into store: String? = nil) throws {
    try Self.stock(store ?? self.store, files.map { [$0] })
  }

  /// Makes a store by imports, which take place once a run.
  ///
  /// - Parameters:
  ///   - store: The store's folder, which is not there yet.
  ///   - calls: The files of each import.
  ///   - format: The name of their mapping.
  /// - Throws: If an import fails.
  static func stock(_ store: String, _ calls: [[String]], format: String = "railbird") throws {
    let sources = try calls.map { files in
      try files.map { file in
        Imports.Source(
          name: (file as NSString).lastPathComponent,
          data: try Data(contentsOf: URL(fileURLWithPath: file)))
      }
    }
    try stores.copy(Imports(format: format, calls: sources), to: store) { made in
      for files in calls {
        let result = try RailbirdProcess.run(
          ["import", "--store", made, "--format", format] + files)
        try #require(result.exitCode == 0, "\(result.stderr)")
      }
    }
  }

  /// Returns the store's runners as a CSV text.
  func runners(of store: String? = nil) throws -> Data {
    let out = folder.file("export")
    let result = try RailbirdProcess.run([
      "export", "--store", store ?? self.store, "--to", "csv", "--out", out,
    ])
    try #require(result.exitCode == 0, "\(result.stderr)")
    return try Data(contentsOf: URL(fileURLWithPath: out + "/runners.csv"))
  }
}
