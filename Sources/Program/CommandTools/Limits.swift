/// Bounds on input, output and work; `docs/reliability.md` lists them.
enum Limits {
  /// Messages about unread parts of answers; then one says that `--verbose` lists the others.
  static let leftOutLines = 20
  /// Pauses of 50 ms until another command leaves the output folder; then the command ends.
  static let folderTries = 200
}
