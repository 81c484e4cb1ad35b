import Columns
import TabularFiles

/// A workbook since Excel 2007: an archive of parts in XML.
///
/// Source: ECMA-376, parts 1 (18.2 to 18.8) and 2.
struct PackedWorkbook: WorkbookContent {
  private let path: String
  private let parts: [String: ArchivedMember]
  private let folder: String
  private let relations: Relations
  private let list: SheetList
  private let shared: SheetRows.Shared

  var sheets: [(name: String, isHidden: Bool)] { list.sheets.map { ($0.name, $0.isHidden) } }

  /// Opens an archive of parts.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - path: The workbook's name in messages.
  /// - Throws: `FileError` for an archive without the parts of a workbook.
  init(_ archive: MemberArchive, _ path: String) throws(FileError) {
    self.path = path
    parts = Dictionary(
      archive.members.map { (Self.normal($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    let root = Relations()
    try Self.read("_rels/.rels", of: parts, path, by: root)
    let main = Self.normal(root.byKind["officeDocument"] ?? "xl/workbook.xml")
    list = SheetList()
    try Self.read(main, of: parts, path, by: list)
    relations = Relations()
    folder = main.split(separator: "/").dropLast().joined(separator: "/")
    let file = main.split(separator: "/").last.map(String.init) ?? main
    try Self.read("\(folder)/_rels/\(file).rels", of: parts, path, by: relations)
    let (texts, formats) = (SharedTexts(), CellFormats())
    if let target = relations.byKind["sharedStrings"] {
      try Self.read(Self.resolved(target, folder), of: parts, path, by: texts)
    }
    if let target = relations.byKind["styles"] {
      try Self.read(Self.resolved(target, folder), of: parts, path, by: formats)
    }
    shared = SheetRows.Shared(texts: texts, formats: formats.ofStyles, isOf1904: list.isOf1904)
  }

  func readRows(of sheet: Int, _ take: @escaping RowTaker) throws(FileError) -> SheetCounts {
    let chosen = list.sheets[sheet]
    guard let target = relations.targets[chosen.relation] else {
      throw Workbook.damaged(path, "no part of the sheet \(chosen.name)")
    }
    let rows = SheetRows(shared, take: take)
    try Self.read(Self.resolved(target, folder), of: parts, path, by: rows)
    return rows.counts
  }

  // MARK: - Implementation

  /// Returns a part's path in the archive, which has no slash in front.
  private static func normal(_ path: String) -> String {
    String(path.drop { $0 == "/" }).replacing("\\", with: "/")
  }

  /// Returns the path of a part that another part in a folder names.
  private static func resolved(_ target: String, _ folder: String) -> String {
    guard !target.hasPrefix("/") else { return normal(target) }
    var parts = folder.split(separator: "/")
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  private static func read(
    _ part: String, of parts: [String: ArchivedMember], _ path: String, by handler: XMLHandler
  ) throws(FileError) {
    guard let member = parts[part] else { throw Workbook.damaged(path, "no part \(part)") }
    let content = try member.content(of: path)
    do throws(SheetFault) {
      try XMLReader.read(content, by: handler)
    } catch {
      throw Workbook.damaged("\(path)#\(part)", error.found)
    }
  }
}
