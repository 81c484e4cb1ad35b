import ArgumentParser
import Foundation

/// Options of every command that works on a store.
struct StoreOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The store's folder.", valueName: "dir"))
  var store: String
}

/// Options of every command that takes its time.
struct WorkOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("How many threads may work (default: all cores).", valueName: "n"))
  var threads: Int?

  @Flag(name: .long, help: "No progress and no messages but errors and findings.")
  var quiet = false

  @Flag(name: .long, help: "Say each step on standard error, also when it is no terminal.")
  var verbose = false

  var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: found \(threads); expected 1 to 256")
    }
  }
}
