import CEmbedded

/// A file of the sources that is part of the program, such as a style sheet or a table of terms.
///
/// To add one, list it in `CEmbedded/files.c`.
package struct EmbeddedFile: Sendable {
  /// The file's bytes.
  package let bytes: [UInt8]

  /// Finds a file.
  ///
  /// - Parameter name: Its folder and name, such as `Page/report.css`; a file must have it.
  package init(_ name: String) {
    let file = rb_embedded_file(name)
    guard let start = file.bytes else { preconditionFailure("\(name) is not embedded") }
    // Safety: the bytes are constants of the program.
    bytes = Array(UnsafeBufferPointer(start: start, count: file.count))
  }

  /// The file as a text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
