import Foundation
import TestSupport
import Testing

extension Tag {
  /// Takes seconds, not milliseconds.
  @Tag static var slow: Self
}

/// Files of synthetic runners and the stores made of them, in a temporary folder.
struct SyntheticStore {
  let folder: TemporaryFolder
  var store: String { folder.file("store") }

  init() throws { folder = try TemporaryFolder() }

  /// Makes a file of runners.
  func generate(_ name: String = "runners.csv", runners: Int, seed: Int = 1) throws -> String {
    let path = folder.file(name)
    let result = try RailbirdProcess.run([
      "generate", "--runners", "\(runners)", "--seed", "\(seed)", "--out", path,
    ])
    try #require(result.exitCode == 0, "\(result.stderr)")
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
