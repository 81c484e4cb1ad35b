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
    try build(
      ["run", "-c", "release", "bench"] + CommandLine.arguments.dropFirst(),
      "this is a debug build; building and running in release instead")
    throw ExitCode(0)
  }

  /// Builds the `railbird` command beside the running binary, where it is missing.
  static func ensureCommand() throws {
    guard PackageFolder.railbird == nil else { return }
    try build(["build", "-c", "release", "--product", "railbird"], "building railbird for W6")
  }

  private static func build(_ arguments: [String], _ what: String) throws {
    Progress.note(what)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: PackageFolder.path)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ExitCode(process.terminationStatus) }
  }
}
