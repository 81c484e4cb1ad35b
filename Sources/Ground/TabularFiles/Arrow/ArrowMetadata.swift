/// The key-value metadata of the Arrow C data interface: counted, length-prefixed byte strings.
enum ArrowMetadata {
  static func decode(_ start: UnsafePointer<CChar>?) -> [String: String] {
    guard let start else { return [:] }
    // Safety: Arrow's C data interface states the number of pairs and each text's length.
    var next = UnsafeRawPointer(start)
    func number() -> Int {
      defer { next += 4 }
      return Int(next.loadUnaligned(as: Int32.self))
    }
    func text() -> String {
      let length = number()
      defer { next += length }
      return String(decoding: UnsafeRawBufferPointer(start: next, count: length), as: UTF8.self)
    }
    var pairs: [String: String] = [:]
    for _ in 0..<number() {
      let key = text()
      pairs[key] = text()
    }
    return pairs
  }

  static func encode(_ pairs: [(String, String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    func number(_ value: Int) {
      withUnsafeBytes(of: Int32(value)) { bytes.append(contentsOf: $0) }
    }
    number(pairs.count)
    for (key, value) in pairs {
      for text in [key, value] {
        number(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
      }
    }
    return bytes
  }
}
