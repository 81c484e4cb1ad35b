import ColumnStore
import Columns
import Synchronization
import TabularFiles

/// What tells a file's bytes from others'.
struct FileIdentity: Equatable {
  /// By which a file is known again; nil in imports of before there was one.
  var xxh128: String?
  /// The file's name in the archive; nil where it is not kept.
  var sha256: String?
  /// The file's size.
  var bytes: Int

  /// Whether an import was of the same bytes.
  func isThat(of imported: ImportedFile) -> Bool {
    if let known = imported.xxh128, let xxh128 { return known == xxh128 }
    return imported.sha256 != nil && imported.sha256 == sha256
  }
}

extension FileIdentity {
  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - hasSHA256: Whether the SHA-256 is wanted, which takes ten times as long.
  /// - Throws: ``ImportError`` when the file cannot be read.
  init(of path: String, hasSHA256: Bool) throws(ImportError) {
    let sum = try onFile { () throws(FileError) in try FileSum(ofFile: path, isMapped: true) }
    (xxh128, bytes) = (sum.hex, sum.bytes)
    guard hasSHA256 else { return }
    sha256 = try onStore { () throws(StoreError) in try Checksum.ofMappedFile(path).hex }
  }
}

extension ImportedFile {
  /// What told its file from others.
  var identity: FileIdentity { FileIdentity(xxh128: xxh128, sha256: sha256, bytes: bytes) }
}

/// A file's identity, found out while its rows are read.
final class PendingIdentity: Sendable {
  /// Whether the checksum that reading the rows comes to is all that is wanted.
  var isSummedByReader: Bool { task.withLock { $0 == nil } }

  private let path: String
  private let hasSHA256: Bool
  private let task = Mutex<BackgroundTask<Result<FileIdentity, ImportError>>?>(nil)

  /// Starts to read a file, unless that is left to whoever reads its rows.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - hasSHA256: Whether the SHA-256 is wanted, too.
  init(of file: SourceFile, hasSHA256: Bool) {
    path = file.path
    self.hasSHA256 = hasSHA256
    if hasSHA256 || !file.isReadInPlace { readBeside() }
  }

  /// Reads the file on a thread of its own, unless that has begun.
  func readBeside() {
    let (path, hasSHA256) = (path, hasSHA256)
    task.withLock { task in
      guard task == nil else { return }
      task = BackgroundTask {
        Result { () throws(ImportError) in try FileIdentity(of: path, hasSHA256: hasSHA256) }
      }
    }
  }

  /// Waits for it.
  ///
  /// - Parameter sum: The checksum, where reading the rows came to it.
  /// - Returns: The identity; the file is read for it where nothing else came to it.
  /// - Throws: ``ImportError`` when the file cannot be read.
  func value(_ sum: FileSum?) throws(ImportError) -> FileIdentity {
    if let task = task.withLock({ $0 }) { return try task.value().get() }
    guard let sum else { return try FileIdentity(of: path, hasSHA256: false) }
    return FileIdentity(xxh128: sum.hex, bytes: sum.bytes)
  }
}
