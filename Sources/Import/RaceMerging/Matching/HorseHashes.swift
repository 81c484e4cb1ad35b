import ColumnStore
import Columns

/// Hashes of horses' names by their codes: spellings that fold to one name have the same.
///
/// Folding each name as text would cost as much as reading its rows.
final class HorseHashes {
  private let names: DictionaryEncoder
  /// By the dictionary's code; 0 where not computed yet.
  @exclusivity(unchecked)
  private var hashes: [UInt32] = []

  /// Takes the names of a dictionary.
  init(_ names: DictionaryEncoder) { self.names = names }

  /// The hash of a name.
  subscript(code: Int32) -> UInt32 {
    let code = Int(code)
    if code >= hashes.count {
      hashes += Array(repeating: 0, count: names.count - hashes.count)
    }
    if hashes[code] == 0 { hashes[code] = max(1, Self.hash(names.utf8(code))) }
    return hashes[code]
  }

  /// Hashes a folded name (``NameFolding``): for most names the letters, whatever their case.
  static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    // Safety: the bytes are read while the caller lends them.
    for (place, byte) in name.enumerated() {
      let small = byte | 0x20
      if small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z") {
        mix(small, into: &hash)
      } else if byte >= 0x80 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "&")
        || place == 0 && byte < UInt8(ascii: "A")
      {
        // Accents, leading numbers and letters of other languages need the full folding.
        hash = 2_166_136_261
        let folded = NameFolding.horse(String(decoding: name, as: UTF8.self))
        for byte in folded.utf8 { mix(byte, into: &hash) }
        return hash
      } else if byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
        mix(byte, into: &hash)
      }
    }
    return hash
  }

  /// Adds one byte to the hash (FNV-1a).
  private static func mix(_ byte: UInt8, into hash: inout UInt32) {
    hash = (hash ^ UInt32(byte)) &* 16_777_619
  }
}
