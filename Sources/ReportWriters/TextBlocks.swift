/// Text that is handed on in blocks of about a megabyte, so that a long report needs little memory.
struct TextBlocks {
  var bytes: [UInt8] = []

  mutating func emitIfFull<Failure: Error>(_ emit: ([UInt8]) throws(Failure) -> Void)
    throws(Failure)
  {
    if bytes.count >= 1 << 20 { try emitRest(emit) }
  }

  mutating func emitRest<Failure: Error>(_ emit: ([UInt8]) throws(Failure) -> Void) throws(Failure)
  {
    try emit(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// All blocks as one string.
  static func collect(_ write: (([UInt8]) -> Void) -> Void) -> String {
    var all: [UInt8] = []
    write { all += $0 }
    return String(decoding: all, as: UTF8.self)
  }
}
