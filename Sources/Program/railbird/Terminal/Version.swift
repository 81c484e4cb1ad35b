/// The engine's version in `--version` and `summary.json`.
enum Version {
  static let engine = "0.1.0"
}
