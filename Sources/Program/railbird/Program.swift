import Dispatch
import Foundation
import RailbirdCommands

/// The program `railbird`: all of it is in `RailbirdCommands`.
@main
struct Program {
  /// Fills the standard files before the first task starts a thread, which opens files of its own.
  static func main() {
    Railbird.begin()
    Task {
      await Railbird.main()
      exit(0)
    }
    dispatchMain()
  }
}
