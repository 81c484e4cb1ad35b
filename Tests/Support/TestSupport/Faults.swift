import Columns
import Foundation

/// System calls on files that fail in a process under test, by `Tests/Faults/faults.c`.
public struct Faults: Sendable {
  /// The path of the library; nil without a C compiler.
  private static let library: String? = {
    let source = RailbirdProcess.packageFolder + "/Tests/Faults/faults.c"
    let library = RailbirdProcess.packageFolder + "/.build/faults.so"
    for compiler in ["cc", "clang"] {
      let result = try? RailbirdProcess.run(
        program: compiler, ["-shared", "-fPIC", "-O1", "-o", library + ".new", source, "-ldl"])
      guard result?.exitCode == 0 else { continue }
      return rename(library + ".new", library) == 0 ? library : nil
    }
    return nil
  }()

  /// Whether calls can be made to fail here; tests are skipped otherwise.
  public static var areAvailable: Bool { library != nil }

  private let faults: String
  private let folder: String
  private let log: String

  /// Makes calls on files below a folder fail.
  ///
  /// - Parameters:
  ///   - faults: The failing calls, such as `fsync=EINTR` or `open:MANIFEST=EACCES`.
  ///   - folder: The folder.
  public init(_ faults: String, below folder: TemporaryFolder) {
    self.faults = faults
    self.folder = folder.path
    log = folder.path + ".faults"
  }

  /// Runs railbird to its end.
  public func run(_ arguments: [String]) throws -> ProcessResult {
    try RailbirdProcess.run(
      arguments,
      environment: [
        "LD_PRELOAD": Self.library ?? "", "FAULTS": faults, "FAULTS_FOLDER": folder,
        "FAULTS_LOG": log,
      ])
  }

  /// Runs railbird, and something else while it waits in a call (`flock=wait@1`).
  public func run(_ arguments: [String], meanwhile body: () throws -> Void) throws -> ProcessResult
  {
    let running = BackgroundTask { Result { try run(arguments) } }
    let deadline = Date().addingTimeInterval(120)
    while !FileManager.default.fileExists(atPath: log), Date() < deadline { usleep(1_000) }
    let outcome = Result { try body() }
    _ = takeFailed()
    let result = try running.value().get()
    try outcome.get()
    return result
  }

  /// Returns and clears the calls that failed so far, each with its file.
  public func takeFailed() -> [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(atPath: log)
    return text.split(separator: "\n").map(String.init)
  }
}
