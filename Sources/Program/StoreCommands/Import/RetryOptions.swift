import ArgumentParser
import CommandTools
import Foundation
import ImportHistory
import StoreImport

/// The options for reading rejected rows again.
struct RetryOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Reads the listed rows of an import again.", valueName: "id"))
  var retry: Int?

  @OptionGroup(title: "For --retry: the mapping, if not the import's own")
  var layout: MappingOptions

  func validate() throws {
    if retry == nil, let option = layout.given ?? layout.amending {
      throw ValidationError("\(option): found no --retry; expected an import to retry")
    }
    // The archived mapping is complete: it has the values with which the file was imported.
    if layout.given == nil, let option = layout.amending {
      throw ValidationError("\(option): found no mapping; expected --mapping or --format too")
    }
  }

  /// Retries an import and prints the result.
  func run(_ id: Int, store: String, _ work: WorkOptions) throws {
    let console = Console(work)
    var job = RetryJob(
      store: store, importID: id, now: Int64(Date().timeIntervalSince1970 * 1e6))
    job.threads = work.threadCount
    let progress = ImportProgress(console)
    job.progress = progress.step
    job.workProgress = progress.count
    if layout.given != nil {
      job.mappingText = try layout.load().text
      job.mappingName = layout.name
    }
    let retried = try job.run()
    console.clear()
    if retried != nil { Console.recordChange("the retry is stored") }
    guard !work.quiet else { return }
    guard let retried else {
      Console.print("import \(id): no rejected rows left to retry")
      return
    }
    Console.print(Self.line(retried))
  }

  // MARK: - Implementation

  private static func line(_ file: ImportedFile) -> String {
    var text =
      "\(file.label), retry of import \(file.retryOf!): \(grouped(file.rowsRead)) rows read = "
      + "\(grouped(file.stored)) stored + \(grouped(file.duplicates)) duplicates + "
      + "\(grouped(file.rejected)) rejected"
    if file.replaced > 0 { text += "; \(grouped(file.replaced)) replace an older version" }
    if let count = file.incomplete {
      text += "; \(grouped(count)) of them without a cell that cannot be read"
    }
    return text
  }
}
