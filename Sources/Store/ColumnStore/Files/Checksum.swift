import Foundation
import SystemFiles

/// SHA-256 of files and bytes, as lower-case hexadecimal.
public enum Checksum {
  /// Computes the checksum of bytes.
  public static func hex(of bytes: some DataProtocol) -> String {
    var hash = SHA256()
    // Safety: the hash reads a region within its call.
    for region in bytes.regions { region.withUnsafeBytes { hash.update($0) } }
    return hash.hex()
  }

  /// Whether a text can be a checksum: 64 lower-case hexadecimal digits.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// Computes the checksum of a whole file.
  ///
  /// - Parameter path: The file.
  /// - Returns: 64 hexadecimal digits and the file's size.
  /// - Throws: ``StoreError`` `.io` if it cannot be read.
  public static func ofFile(_ path: String) throws(StoreError) -> (hex: String, bytes: Int) {
    try ofFile(path) { (file, take) throws(SystemError) in try file.readAll(take) }
  }

  /// Computes the checksum of a whole file that nothing else changes, by mapping it.
  ///
  /// This saves a copy of all its bytes; a disk failure in the meantime ends the process.
  ///
  /// - Parameter path: The file.
  /// - Returns: 64 hexadecimal digits and the file's size.
  /// - Throws: ``StoreError`` `.io` if it cannot be read.
  public static func ofMappedFile(_ path: String) throws(StoreError) -> (hex: String, bytes: Int) {
    try ofFile(path) { (file, take) throws(SystemError) in
      try FileMapping.readAll(of: file, take)
    }
  }

  // MARK: - Implementation

  private static func ofFile(
    _ path: String,
    _ read: (OpenFile, (UnsafeRawBufferPointer) -> Void) throws(SystemError) -> Void
  ) throws(StoreError) -> (hex: String, bytes: Int) {
    try onDisk { () throws(SystemError) in
      var hash = SHA256()
      var total = 0
      try read(OpenFile(path, for: .reading)) { bytes in
        hash.update(bytes)
        total += bytes.count
      }
      return (hash.hex(), total)
    }
  }
}
