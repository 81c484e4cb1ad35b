import Foundation

/// The bytes of the command line.
///
/// Swift repairs arguments that are not UTF-8: a file's name would become another file's name.
enum ArgumentBytes {
  /// Checks that all arguments are UTF-8.
  ///
  /// - Throws: ``ArgumentBytesError`` for the first one that is not.
  static func check() throws(ArgumentBytesError) {
    for position in 1..<max(1, Int(CommandLine.argc)) {
      // Safety: no thread of this program changes the arguments; each ends in a zero byte.
      guard let argument = CommandLine.unsafeArgv[position] else { return }
      let bytes = (0..<strlen(argument)).map { UInt8(truncatingIfNeeded: argument[Int($0)]) }
      if let found = escaped(bytes) {
        throw ArgumentBytesError(position: position, found: found)
      }
    }
  }

  // MARK: - Implementation

  /// Returns a text with each byte that is not UTF-8 as `\xFF`; nil if there is none.
  private static func escaped(_ bytes: [UInt8]) -> String? {
    var parser = Unicode.UTF8.ForwardParser()
    var unread = bytes.makeIterator()
    var (text, place, isValid) = ("", 0, true)
    while true {
      switch parser.parseScalar(from: &unread) {
      case .valid(let scalar):
        text.unicodeScalars.append(Unicode.UTF8.decode(scalar))
        place += scalar.count
      case .error(let length):
        for byte in bytes[place..<place + length] {
          text += "\\x" + String(byte, radix: 16, uppercase: true)
        }
        place += length
        isValid = false
      case .emptyInput:
        return isValid ? nil : text
      }
    }
  }
}

/// An argument that is not UTF-8.
struct ArgumentBytesError: Error, CustomStringConvertible {
  /// The argument's number, from 1.
  let position: Int
  /// The argument, with its wrong bytes escaped.
  let found: String

  var description: String { "argument \(position): found \(found); expected UTF-8" }
}
