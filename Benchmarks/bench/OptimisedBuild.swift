import ArgumentParser
import Foundation

/// Sees to it that times are those of an optimised build.
enum OptimisedBuild {
  /// In a debug build, runs the same command in release instead and ends with its status.
  static func ensure() throws {
    var isDebug = false
    assert(
      {
        isDebug = true; return true
      }())
    guard isDebug else { return }
    let notice = "bench: this is a debug build; building and running in release instead\n"
    FileHandle.standardError.write(Data(notice.utf8))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swift", "run", "-c", "release", "bench"] + CommandLine.arguments.dropFirst()
    process.currentDirectoryURL = packageFolder
    try process.run()
    process.waitUntilExit()
    throw ExitCode(process.terminationStatus)
  }

  /// The package that the running binary was built from.
  private static var packageFolder: URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder }
    }
    return URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  }
}
