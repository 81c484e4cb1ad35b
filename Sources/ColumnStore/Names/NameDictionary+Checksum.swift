import Columns

extension NameDictionary {
  /// Computes a checksum of the first names, independent of their parts.
  ///
  /// If it is unchanged, so is the meaning of the codes: names are only appended, but a rebuilt
  /// store may number them differently.
  ///
  /// - Parameter first: The number of names, at most ``count``.
  /// - Returns: The SHA-256 of their bytes and then their lengths, as hexadecimal.
  package func checksum(ofFirst first: Int) -> String {
    precondition((0...count).contains(first), "no more names than there are")
    var hash = SHA256()
    var lengths: [Int32] = []
    lengths.reserveCapacity(first)
    for part in parts {
      let taken = min(first - lengths.count, part.count)
      let offsets = part.offsets.pointer
      let range = Int(offsets[0])..<Int(offsets[taken])
      // Safety: offsets lie within the part's bytes.
      hash.update(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part.bytes.pointer[range])))
      for name in 0..<taken { lengths.append(offsets[name + 1] - offsets[name]) }
    }
    lengths.withUnsafeBytes { hash.update($0) }
    return hash.hex()
  }
}
