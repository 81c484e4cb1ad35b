import Columns
import Foundation

/// An archive of files: zip, or tar, plain or packed.
public struct MemberArchive: Sendable {
  /// The archive's path.
  public let path: String
  /// The files in it, in the archive's order.
  public let members: [ArchivedMember]

  private static let endings: [(ending: String, packing: SourceKind.Packing?)] = [
    (".tar", nil), (".tar.gz", .gzip), (".tgz", .gzip), (".tar.bz2", .bzip2), (".tbz2", .bzip2),
    (".tar.zst", .zstd),
  ]

  /// Whether a file name is an archive's.
  public static func isName(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".zip") || endings.contains { name.hasSuffix($0.ending) }
  }

  /// Opens an archive and finds its members.
  ///
  /// - Parameters:
  ///   - path: The archive.
  ///   - name: The name whose extension gives its kind; by default the last part of the path.
  ///   - progress: Receives the number of bytes unpacked.
  /// - Throws: ``FileError`` if it cannot be opened, or is damaged or encrypted.
  public init(
    path: String, name: String? = nil, progress: @escaping ByteProgress = { _, _ in }
  ) throws(FileError) {
    self.path = path
    let name = (name ?? (path as NSString).lastPathComponent).lowercased()
    _ = try SourceFile.readableStatus(path)
    let file = try MappedFile(path)
    if name.hasSuffix(".zip") {
      members = try ZipArchive.members(of: path, file.bytes)
      return
    }
    let packing = Self.endings.last { name.hasSuffix($0.ending) }?.packing
    let bytes = try SourceFile.unpacked(path, packing, file.bytes, progress)
    guard TarArchive.begins(bytes) else {
      throw .malformed(file: path, found: "no tar archive", expected: "one, as its ending says")
    }
    members = try TarArchive.members(of: path, bytes)
  }
}

extension MemberArchive {
  /// Opens a workbook's file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The file's bytes and the archive of its parts; nil in place of that for a compound
  ///   file, in which Excel 97 kept workbooks, and in which newer programs hide protected ones.
  /// - Throws: ``FileError`` if it cannot be opened, or is neither an archive nor a compound file.
  package static func workbook(
    _ path: String
  ) throws(FileError) -> (bytes: Buffer<UInt8>, archive: MemberArchive?) {
    _ = try SourceFile.readableStatus(path)
    let bytes = try MappedFile.bytes(of: path)
    // Safety: collection methods alone read the bytes, within their bounds.
    if bytes.pointer.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      return (bytes, nil)
    }
    guard bytes.pointer.starts(with: [0x50, 0x4B]) else {
      throw .malformed(file: path, found: "no workbook", expected: "one, as its ending says")
    }
    return (bytes, MemberArchive(path: path, members: try ZipArchive.members(of: path, bytes)))
  }

  private init(path: String, members: [ArchivedMember]) {
    self.path = path
    self.members = members
  }
}
