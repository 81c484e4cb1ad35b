import Columns
import Foundation
import Mappings
import SystemFiles
import TabularFiles
import Workbooks

/// The files that a call's arguments name: files, folders, globs, archives, sheets of workbooks and
/// standard input.
///
/// Copies members of archives, sheets as CSV, and standard input to a temporary folder, which is
/// removed with this value: they are then files like any others, each kept separately in the raw
/// archive.
public final class InputFiles {
  /// The files in the order of the arguments; a folder's or a glob's files in the order of names.
  public private(set) var files: [ImportFile] = []
  /// Entries of folders and archives that are left out, as their names show no kind of file,
  /// and workbooks that cannot be read.
  public private(set) var unreadable: [String] = []
  /// The name of each copied file in messages, by its path.
  public private(set) var labels: [String: String] = [:]

  private let standardInput: OpenFile?
  private let mapping: Mapping?
  private let workProgress: @Sendable (ImportWork) -> Void
  private var folder: String?
  private var copyCount = 0

  /// The argument that means standard input.
  public static let standardInputName = "-"

  /// Finds the files.
  ///
  /// - Parameters:
  ///   - arguments: Paths, patterns such as `2024/*.csv`, or `-`, each with a table or without.
  ///   - mapping: The mapping that reads them, which may expect an exchange's streams.
  ///   - path: The path to read for `-`.
  ///   - workProgress: Receives the work of unpacking an archive.
  /// - Throws: `ImportError` when an archive is damaged, or a folder or pattern has no file.
  public init(
    _ arguments: [ImportFile], for mapping: Mapping? = nil,
    standardInput path: String = "/dev/stdin",
    workProgress: @escaping @Sendable (ImportWork) -> Void = { _ in }
  ) throws(ImportError) {
    self.mapping = mapping
    self.workProgress = workProgress
    let isAsked = arguments.contains { $0.path == Self.standardInputName }
    standardInput =
      isAsked ? try onDisk { () throws(SystemError) in try OpenFile(path, for: .reading) } : nil
    for argument in arguments { try add(argument) }
  }

  deinit {
    // Safety net only: the system clears a folder that cannot be removed here.
    guard let folder else { return }
    try? FileManager.default.removeItem(atPath: folder)
    Drafts.end(folder)
  }

  /// Returns an error with the names that users know in place of the copies' paths.
  public func labelled(_ error: ImportError) -> ImportError {
    switch error {
    case .unknownTable(let file, let columns, let mapping, let lacking):
      return .unknownTable(
        file: named(file), columns: columns, mapping: mapping, lacking: lacking)
    case .unnamedTable(let file, let mapping, let names):
      return .unnamedTable(file: named(file), mapping: mapping, names: names)
    case .file(let cause): return .file(labelled(cause))
    default: return error
    }
  }

  // MARK: - Implementation

  private func labelled(_ cause: FileError) -> FileError {
    switch cause {
    case .cannotOpen(let file, let reason):
      return .cannotOpen(file: named(file), reason: reason)
    case .empty(let file): return .empty(file: named(file))
    case .malformed(let file, let found, let expected):
      return .malformed(file: named(file), found: found, expected: expected)
    case .otherForm(let file, let found, let expected, let option):
      return .otherForm(
        file: named(file), found: found, expected: expected, option: option)
    case .missingColumns(let file, let missing, let present):
      return .missingColumns(file: named(file), missing: missing, present: present)
    case .cannotWrite: return cause
    }
  }

  /// Replaces a copy's path, which may be followed by a line number.
  private func named(_ file: String) -> String {
    for (path, label) in labels where file.hasPrefix(path) {
      return label + file.dropFirst(path.count)
    }
    return file
  }

  private func add(_ argument: ImportFile) throws(ImportError) {
    let path = argument.path
    if path == Self.standardInputName { return try addStandardInput(argument) }
    let status = try? FileSystem.status(of: path)
    if status?.kind == .folder {
      let found = try filesInside(path, argument.table)
      guard !found.isEmpty else {
        throw .file(
          .malformed(
            file: path, found: "a folder without files to import",
            expected: "files that end in " + SourceKind.endings))
      }
      for file in found {
        try addFile(ImportFile(file, table: argument.table, isFound: true))
      }
    } else if status == nil, path.contains(where: "*?[".contains) {
      guard !path.split(separator: "/").contains("**") else {
        throw .file(
          .malformed(
            file: path, found: "** in a pattern",
            expected: "* for one level, or the folder, whose files of all levels are taken"))
      }
      let found = Self.matches(path)
      guard !found.isEmpty else {
        throw .file(.cannotOpen(file: path, reason: "no file has such a name"))
      }
      for file in found {
        try add(ImportFile(file, table: argument.table, isFound: true))
      }
    } else {
      try addFile(argument)
    }
  }

  private func addFile(_ file: ImportFile) throws(ImportError) {
    if Workbook.isName(file.name ?? file.path) { return try addSheet(nil, of: file.path, file) }
    if let (path, sheet) = Workbook.parts(of: file.path),
      (try? FileSystem.status(of: file.path)) == nil
    {
      return try addSheet(sheet, of: path, file)
    }
    guard MemberArchive.isName(file.name ?? file.path) else {
      files.append(file)
      return
    }
    let label = labels[file.path] ?? file.path
    let archive: MemberArchive
    do throws(FileError) {
      archive = try MemberArchive(
        path: file.path, name: file.name,
        progress: { [workProgress] in workProgress(ImportWork(bytes: $0, of: $1)) })
    } catch {
      guard file.isFound, case .empty = error else { throw .file(error) }
      unreadable.append(label)
      return
    }
    let members = archive.members.filter { !Self.isHidden($0.path) }
    guard members.contains(where: { isReadable($0.path, file.table) }) else {
      guard !file.isFound else {
        unreadable.append(label)
        return
      }
      throw .file(
        .malformed(
          file: label, found: "\(archive.members.count) members, none to import",
          expected: "members that end in " + SourceKind.endings))
    }
    for (index, member) in members.enumerated() {
      workProgress(ImportWork(members: index, of: members.count))
      guard isReadable(member.path, file.table) else {
        unreadable.append(label + "/" + member.path)
        continue
      }
      let bytes = try onFile { () throws(FileError) in try member.content(of: label) }
      let copy = try copy(as: label + "/" + member.path) { (take) throws(SystemError) in
        // Safety: the buffer lives until its bytes are written.
        try withExtendedLifetime(bytes) { () throws(SystemError) in
          try take(UnsafeRawBufferPointer(bytes.pointer))
        }
      }
      let name = (member.path as NSString).lastPathComponent
      let found = ImportFile(copy, name: name, table: file.table, isFound: true)
      if Workbook.isName(name) {
        try addSheet(nil, of: copy, found)
      } else {
        files.append(found)
      }
    }
    workProgress(.uncounted)
  }

  /// Adds a sheet of a workbook, by default its first one, as CSV.
  private func addSheet(
    _ sheet: String?, of path: String, _ file: ImportFile
  ) throws(ImportError) {
    let label = labels[path] ?? path
    var failure: FileError?
    var notes: Workbook.SheetNotes?
    let copy = try copy(as: label) { (take) throws(SystemError) in
      var refusal: SystemError?
      do throws(FileError) {
        notes = try Workbook(path: path, name: label).writeCSV(sheet: sheet) {
          (lines) throws(FileError) in
          lines.withUnsafeBytes { bytes in
            do throws(SystemError) { try take(bytes) } catch { refusal = error }
          }
          if let refusal { throw .cannotWrite(file: refusal.path, reason: refusal.reason) }
        }
      } catch { failure = error }
      if let refusal { throw refusal }
    }
    guard let notes else {
      guard !file.isFound else {
        unreadable.append(label)
        return
      }
      throw .file(failure ?? .empty(file: label))
    }
    let name = ((file.name ?? path) as NSString).lastPathComponent
    labels[copy] = "\(label)#\(notes.name)"
    files.append(
      ImportFile(
        copy, name: "\(name)#\(notes.name).csv", table: file.table, isFound: file.isFound,
        doubts: notes.doubts))
  }

  private func addStandardInput(_ argument: ImportFile) throws(ImportError) {
    guard let standardInput else {
      preconditionFailure("standard input is opened if it is asked for")
    }
    var first: [UInt8] = []
    let copy = try copy(as: "standard input") { (take) throws(SystemError) in
      try standardInput.readStream { (bytes) throws(SystemError) in
        if first.count < 512 { first += bytes.prefix(512 - first.count) }
        try take(bytes)
      }
    }
    var name = "stdin" + SourceFile.ending(ofContent: first)
    // Only the unpacked bytes show whether it is a packed archive.
    let packedName = name.replacing(".csv.", with: ".tar.")
    if packedName != name, (try? MemberArchive(path: copy, name: packedName)) != nil {
      name = packedName
    }
    try addFile(ImportFile(copy, name: argument.name ?? name, table: argument.table))
  }

  /// Whether a member of an archive is hidden, like such files of a folder: macOS stores its
  /// metadata beside each file.
  private static func isHidden(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      part == "__MACOSX" || (part.hasPrefix(".") && part != "." && part != "..")
    }
  }

  /// Writes a copy into the temporary folder, and returns its path.
  private func copy(
    as label: String,
    _ write: ((UnsafeRawBufferPointer) throws(SystemError) -> Void) throws(SystemError) -> Void
  ) throws(ImportError) -> String {
    let folder = if let made = self.folder { made } else { try temporaryFolder() }
    self.folder = folder
    copyCount += 1
    let path = folder + "/\(copyCount)"
    try onDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .writing, isPrivate: true)
      var place = 0
      try write { (bytes) throws(SystemError) in
        try file.write(bytes, at: place)
        place += bytes.count
      }
      try file.close()
    }
    labels[path] = label
    return path
  }

  private func temporaryFolder() throws(ImportError) -> String {
    do throws(SystemError) {
      return try FileSystem.makeTemporaryFolder()
    } catch {
      throw .file(
        .cannotWrite(
          file: error.path, reason: "\(error.reason); TMPDIR names a folder for copies"))
    }
  }

  /// Whether a name shows a kind of file that the table, or any table of the mapping, is read from.
  private func isKnown(_ name: String, _ table: String?) -> Bool {
    let mayBeNumber = mapping?.forms(of: table).contains { $0.lines != nil } ?? false
    return SourceKind(fileName: name, mayBeNumber: mayBeNumber) != nil
  }

  /// Whether a name shows such a kind of file, or a workbook.
  private func isReadable(_ name: String, _ table: String?) -> Bool {
    isKnown(name, table) || Workbook.isName(name)
  }

  /// Finds the files of a folder and of its subfolders, by name; leaves out names that begin with a
  /// point.
  ///
  /// A folder that links lead to again counts once.
  private func filesInside(_ folder: String, _ table: String?) throws(ImportError) -> [String] {
    var seen: Set<FileStatus.Identity> = []
    return try filesInside(folder, table, &seen)
  }

  private func filesInside(
    _ folder: String, _ table: String?, _ seen: inout Set<FileStatus.Identity>
  ) throws(ImportError) -> [String] {
    let status = try onDisk { () throws(SystemError) in try FileSystem.status(of: folder) }
    guard let status, seen.insert(status.identity).inserted else { return [] }
    let names = try onDisk { () throws(SystemError) in try FileSystem.names(in: folder) } ?? []
    var found: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      let status = try onDisk { () throws(SystemError) in try FileSystem.settledStatus(of: path) }
      guard status?.kind != .folder else {
        found += try filesInside(path, table, &seen)
        continue
      }
      let isData = isReadable(name, table) || MemberArchive.isName(name)
      if status == nil, try hasGone(path, name, isData: isData) { continue }
      // A pipe, a device or a broken link is not missing: opening it gives the reason.
      if isData { found.append(path) } else { unreadable.append(path) }
    }
    return found
  }

  /// Whether another program has removed an entry of a folder meanwhile.
  ///
  /// Bytes that are not UTF-8 are read as U+FFFD, so no entry has that name.
  private func hasGone(
    _ path: String, _ name: String, isData: Bool
  ) throws(ImportError) -> Bool {
    let entry = try onDisk { () throws(SystemError) in
      try FileSystem.status(of: path, followsLinks: false)
    }
    guard entry == nil else { return false }
    guard name.unicodeScalars.contains("\u{FFFD}") else { return true }
    // Without an extension it may be a folder with data.
    guard !isData, !(name as NSString).pathExtension.isEmpty else {
      throw .file(.cannotOpen(file: path, reason: "its name is not UTF-8"))
    }
    return false
  }

  /// Finds the paths that a pattern matches, by name.
  private static func matches(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    // Safety: glob(3) sets as many paths as it counts; they stay valid until freed.
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }
  }
}
