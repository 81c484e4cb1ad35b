import Foundation

/// Notes on standard error; standard output carries the results.
enum Progress {
  static func note(_ text: String) {
    FileHandle.standardError.write(Data("bench: \(text)\n".utf8))
  }
}
