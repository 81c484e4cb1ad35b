import Columns
import Crypto
import Foundation

/// SHA-256 of files and bytes, as lower-case hexadecimal.
public enum Checksum {
  /// The checksum of bytes.
  public static func hex(of bytes: some DataProtocol) -> String {
    hex(SHA256.hash(data: bytes))
  }

  /// The checksum of a whole file.
  ///
  /// - Parameter path: The file.
  /// - Returns: 64 hexadecimal digits and the file's size.
  /// - Throws: ``StoreError`` `.io` when it cannot be read.
  public static func ofFile(_ path: String) throws(StoreError) -> (hex: String, bytes: Int) {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw .io(file: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    // A piece stays in a core's own cache between being read and being summed.
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
    defer { piece.deallocate() }
    var hash = SHA256()
    var total = 0
    while true {
      let count = read(file, piece.baseAddress, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .io(file: path, reason: String(cString: strerror(errno))) }
      if count == 0 { return (hex(hash.finalize()), total) }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: piece[..<count]))
      total += count
    }
  }

  /// The checksum of a whole file that nothing else changes, read where the system keeps it.
  ///
  /// Saves a copy of all its bytes; a disk that fails meanwhile ends the process.
  ///
  /// - Parameter path: The file.
  /// - Returns: 64 hexadecimal digits and the file's size.
  /// - Throws: ``StoreError`` `.io` when it cannot be read.
  public static func ofMappedFile(_ path: String) throws(StoreError) -> (hex: String, bytes: Int) {
    let total = try DurableFile.size(of: path)
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw .io(file: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var hash = SHA256()
    let piece = 8 << 20
    for start in stride(from: 0, to: total, by: piece) {
      let count = min(piece, total - start)
      guard let place = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, start),
        place != MAP_FAILED
      else { throw .io(file: path, reason: String(cString: strerror(errno))) }
      // Safety: as many bytes were just mapped.
      hash.update(bufferPointer: UnsafeRawBufferPointer(start: place, count: count))
      munmap(place, count)
    }
    return (hex(hash.finalize()), total)
  }

  static func hex(_ digest: SHA256.Digest) -> String {
    HexText.of(digest)
  }
}
