import RailbirdCommands

/// The program `railbird`: all of it is in `RailbirdCommands`.
@main
struct Program {
  static func main() async { await Railbird.main() }
}
