import ColumnStore
import Columns
import Mappings
import Synchronization
import TabularFiles

/// The checksums and the size that identify a file's bytes.
package struct FileIdentity: Equatable {
  /// The sum that identifies the file; nil in older imports.
  var xxh128: String?
  /// The file's name in the archive; nil where it is not kept.
  var sha256: String?
  /// The file's size.
  var bytes: Int

  /// Whether an import read the same bytes.
  package func isSame(as imported: ImportedFile) -> Bool {
    if let known = imported.xxh128, let xxh128 { return known == xxh128 }
    return imported.sha256 != nil && imported.sha256 == sha256
  }
}

extension FileIdentity {
  /// Reads a file's bytes.
  package init(of path: String, hasSHA256: Bool) throws(ImportError) {
    let sum = try onFile { () throws(FileError) in try FileSum(ofFile: path, isMapped: true) }
    (xxh128, bytes) = (sum.hex, sum.bytes)
    guard hasSHA256 else { return }
    sha256 = try onStore { () throws(StoreError) in try Checksum.ofMappedFile(path).hex }
  }

  fileprivate init(_ draft: ArchiveDraft) {
    self.init(xxh128: draft.sum.hex, sha256: draft.sha256, bytes: draft.sum.bytes)
  }
}

extension ImportedFile {
  /// The identity of its file.
  package var identity: FileIdentity {
    get { FileIdentity(xxh128: xxh128, sha256: sha256, bytes: bytes) }
    set { (xxh128, sha256, bytes) = (newValue.xxh128, newValue.sha256, newValue.bytes) }
  }
}

/// A file's identity, computed while its rows are read, and its copy for the archive.
package final class PendingIdentity: Sendable {
  private typealias Found = (identity: FileIdentity, draft: ArchiveDraft?)

  /// Whether reading the rows gives a checksum of exactly the bytes that the rows came from.
  let isSummedByReader: Bool

  private let file: SourceFile
  /// The store that receives a copy of the bytes; nil where none is kept.
  private let store: String?
  /// The identity, where an earlier reading has already shown that the file is new.
  private let known: FileIdentity?
  private let task = Mutex<BackgroundTask<Result<Found, ImportError>>?>(nil)
  /// The copy, if one was made.
  private let copy = Mutex<ArchiveDraft?>(nil)
  /// Whether the copy is no longer wanted.
  private let isEnding = Atomic<Bool>(false)

  /// Prepares to read a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - store: The store whose archive keeps its bytes; nil for none.
  ///   - known: Its identity, if it was computed before.
  init(of file: SourceFile, keptIn store: String?, known: FileIdentity? = nil) {
    (self.file, self.store, self.known) = (file, store, known)
    isSummedByReader = file.isReadInPlace
  }

  /// Whether the bytes must be read separately, even where reading the rows gives a checksum.
  var needsOwnReading: Bool { store != nil || !isSummedByReader }

  /// Reads the file on a separate thread, unless that has begun or is not needed.
  func readBeside() {
    guard store != nil || known == nil else { return }
    task.withLock { task in
      guard task == nil else { return }
      task = BackgroundTask { [self] in Result { () throws(ImportError) in try read() } }
    }
  }

  /// Waits for the identity.
  ///
  /// - Parameter sum: The checksum, where reading the rows gave it.
  /// - Returns: The identity, and the copy where one is kept; reads the file for it if necessary.
  /// - Throws: `ImportError` when the file cannot be read, or has changed meanwhile.
  func value(_ sum: FileSum?) throws(ImportError) -> (identity: FileIdentity, draft: ArchiveDraft?)
  {
    let found: Found
    if let task = task.withLock({ $0 }) {
      found = try task.value().get()
    } else if store == nil, let known {
      found = (known, nil)
    } else if store == nil, let sum {
      found = (FileIdentity(xxh128: sum.hex, bytes: sum.bytes), nil)
    } else {
      found = try read()
    }
    let sums = [sum?.hex, known?.xxh128].compactMap { $0 }
    let isSame = sums.allSatisfy { $0 == found.identity.xxh128 }
    try onFile { () throws(FileError) in
      // Two sums mean two contents. The file's status shows that too, unless a process changed it
      // through a mapping.
      guard isSame else { throw SourceFile.changed(file.path) }
      try file.checkUnchanged(found.identity.xxh128)
    }
    return found
  }

  /// Ends the copying thread, and removes its copy if the archive has not taken it.
  ///
  /// A thread that only reads may go on: it touches nothing of the store.
  func end() {
    guard store != nil else { return }
    isEnding.store(true, ordering: .relaxed)
    _ = task.withLock({ $0 })?.value()
    copy.withLock({ $0 })?.discard()
  }

  // MARK: - Implementation

  private func read() throws(ImportError) -> Found {
    guard let store else { return (try FileIdentity(of: file.path, hasSHA256: false), nil) }
    let draft = try onStore { () throws(StoreError) in
      try ArchiveDraft(of: file.path, store: store) { !isEnding.load(ordering: .relaxed) }
    }
    copy.withLock { $0 = draft }
    return (FileIdentity(draft), draft)
  }
}
