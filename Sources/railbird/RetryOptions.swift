import ArgumentParser
import Foundation
import RacingImport
import TabularFiles

/// Reads refused rows again.
struct RetryOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Reads the refused rows of an import again.", valueName: "id"))
  var retry: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "For --retry: the mapping to read them by (default: the import's own).", valueName: "file"))
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp("For --retry: a built-in mapping to read them by.", valueName: "name"))
  var format: String?

  func validate() throws {
    if mapping != nil && format != nil {
      throw ValidationError("--mapping: found --format too; expected one of them")
    }
    if retry == nil, mapping != nil || format != nil {
      let option = mapping != nil ? "--mapping" : "--format"
      throw ValidationError("\(option): found no --retry; expected an import to retry")
    }
    if let format, Mapping.builtInText(format) == nil {
      throw ValidationError(
        "--format: found \(format); expected one of "
          + Mapping.builtInNames.joined(separator: ", "))
    }
  }

  /// Retries an import and says what became of its rows.
  func run(_ id: Int, store: String, _ work: WorkOptions) throws {
    let console = Console(work)
    var job = RetryJob(
      store: store, importID: id, now: Int64(Date().timeIntervalSince1970 * 1e6))
    job.threads = work.threadCount
    job.progress = console.progress
    if let format { job.mappingText = Mapping.builtInText(format) }
    if let mapping { job.mappingText = try Self.text(of: mapping) }
    job.mappingName = mapping ?? format ?? ""
    let retried = try job.run()
    console.clear()
    guard let retried else {
      Console.print("import \(id): no rejected rows left to retry")
      return
    }
    Console.print(Self.line(retried))
  }

  // MARK: - Implementation

  private static func text(of path: String) throws -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw FileError.cannotOpen(file: path, reason: error.localizedDescription)
    }
  }

  private static func line(_ file: ImportedFile) -> String {
    var text =
      "\(file.label), retry of import \(file.retryOf!): \(grouped(file.rowsRead)) rows read = "
      + "\(grouped(file.stored)) stored + \(grouped(file.duplicates)) duplicates + "
      + "\(grouped(file.rejected)) rejected"
    if file.replaced > 0 { text += "; \(grouped(file.replaced)) replace an older version" }
    return text
  }
}
