import CArrow
import Columns
import Foundation
import SystemFiles

extension SourceFile {
  /// Checks that a file exists and has content.
  static func readableStatus(_ path: String) throws(FileError) -> FileStatus {
    let status = try status(path)
    guard status.kind != .folder else {
      throw .cannotOpen(file: path, reason: "it is a folder")
    }
    guard status.kind == .file else {
      throw .cannotOpen(file: path, reason: "it is no regular file")
    }
    guard status.size > 0 else { throw .empty(file: path) }
    return status
  }

  /// Opens the content of a text file: CSV or JSON.
  static func content(
    _ path: String, _ kind: SourceKind, _ file: Buffer<UInt8>, form: TextForm, guesses: Bool,
    threads: Int, _ progress: @escaping ByteProgress
  ) throws(FileError) -> (CSVText?, JSONDocuments?, doubts: [String]) {
    try checkPacking(path, kind, file)
    let packed = packedText(path, kind, file)
    // Text in another encoding cannot be read in parts.
    if kind == .zstdNDJSON, let packed, form.encodings.isEmpty,
      try guesses ? packed.beginsAsUTF8() : true
    {
      return (nil, JSONDocuments(file: path, packed: packed), [])
    }
    let unpacked = try unpackedText(path, kind, file, packed, threads: threads, progress)
    let decoded = try TextDecoding(file: path, bytes: unpacked).decoded(
      form.encodings, guesses: guesses)
    var bytes = decoded.bytes
    try checkIsText(bytes, path, kind)
    if kind.isJSON {
      let documents = JSONDocuments(file: path, bytes: bytes, isLines: kind.isNDJSON)
      return (nil, documents, decoded.doubts)
    }
    if !form.widths.isEmpty {
      bytes = FixedWidthText(bytes: bytes, widths: form.widths).cells(between: form.delimiter)
    }
    let isInPlace = kind.packing == nil && bytes.pointer.baseAddress == file.pointer.baseAddress
    let text = try CSVText(file: path, bytes: bytes, form, mapped: isInPlace ? bytes : nil)
    return (text, nil, decoded.doubts)
  }

  /// Returns the text of a text file.
  private static func unpackedText(
    _ path: String, _ kind: SourceKind, _ file: Buffer<UInt8>, _ packed: PackedText?,
    threads: Int, _ progress: @escaping ByteProgress
  ) throws(FileError) -> Buffer<UInt8> {
    // Frames that state their lengths are unpacked side by side.
    if let packed { return try packed.text(threads: threads, progress) }
    return try unpacked(path, kind.packing, file, progress)
  }

  /// Checks that an uncompressed text begins like one.
  static func checkIsText(
    _ bytes: Buffer<UInt8>, _ path: String, _ kind: SourceKind
  ) throws(FileError) {
    guard let found = OtherContent(bytes.pointer) else { return }
    if found == .utf16, kind.isCSV {
      throw .otherForm(
        file: path, found: found.rawValue, expected: "UTF-8 text", option: "encoding: utf-16")
    }
    throw .malformed(file: path, found: found.rawValue, expected: found.remedy(kind))
  }

  /// Finds the frames of a zstd file, if they state their lengths.
  private static func packedText(_ path: String, _ kind: SourceKind, _ file: Buffer<UInt8>)
    -> PackedText?
  {
    guard kind.packing == .zstd else { return nil }
    return PackedText(file: path, bytes: file, partLength: JSONDocuments.standardPartLength)
  }

  // MARK: - Implementation

  /// Returns the status of a path, and checks that a file there can be read.
  private static func status(_ path: String) throws(FileError) -> FileStatus {
    do throws(SystemError) {
      guard let status = try FileSystem.settledStatus(of: path) else {
        throw SystemError(path: path, code: ENOENT)
      }
      if status.kind == .file { _ = try OpenFile(path, for: .reading) }
      return status
    } catch {
      throw .cannotOpen(file: path, reason: error.reason)
    }
  }

  /// Unpacks a file of any content.
  static func unpacked(
    _ path: String, _ packing: SourceKind.Packing?, _ file: Buffer<UInt8>,
    _ progress: @escaping ByteProgress = { _, _ in }
  ) throws(FileError) -> Buffer<UInt8> {
    switch packing {
    case nil: file
    case .gzip: try unpack(path, RB_GZIP, packed: file.count, progress)
    case .zstd: try unpack(path, RB_ZSTD, packed: file.count, progress)
    case .bzip2: try unpack(path, RB_BZIP2, packed: file.count, progress)
    }
  }

  private static func unpack(
    _ path: String, _ codec: rb_codec, packed: Int, _ progress: @escaping ByteProgress
  ) throws(FileError) -> Buffer<UInt8> {
    // Safety: the wall allocates `length` bytes, which `WallMemory` frees with the buffer.
    var bytes: UnsafeMutablePointer<UInt8>?
    var length: Int64 = 0
    let limit = UnpackLimit.bytesAtOnce(ofPacked: packed)
    do {
      try withWatch(progress) { watch throws(WallError) in
        try wallCall { rb_decompress(path, codec, Int64(limit), watch, &bytes, &length, $0) }
      }
    } catch {
      guard !error.message.hasPrefix("more than \(limit) bytes") else {
        throw UnpackLimit.exceeded(limit, in: path, packed: packed)
      }
      throw .malformed(
        file: path, found: error.message,
        expected: codec == RB_GZIP
          ? "a whole gzip file" : codec == RB_ZSTD ? "a whole zstd file" : "a whole bzip2 file")
    }
    return Buffer(borrowing: bytes, count: Int(length), owner: WallMemory(bytes))
  }
}

/// Memory allocated behind the wall.
private final class WallMemory {
  private let bytes: UnsafeMutablePointer<UInt8>?
  init(_ bytes: UnsafeMutablePointer<UInt8>?) { self.bytes = bytes }
  deinit { rb_free(bytes) }
}
