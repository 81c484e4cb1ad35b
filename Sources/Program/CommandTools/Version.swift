/// The engine's version in `--version` and `summary.json`.
package enum Version {
  package static let engine = "0.1.0"
}
