import Columns

/// The sheets that a workbook lists, from `workbook.xml`.
final class SheetList: XMLHandler {
  struct Sheet {
    let name: String
    let relation: String
    let isHidden: Bool
  }

  private(set) var sheets: [Sheet] = []
  /// Whether days are counted from 1904.
  private(set) var isOf1904 = false

  override func start(_ name: String, _ attributes: XMLAttributes) {
    switch name {
    case "sheet":
      guard let sheet = attributes["name"], let relation = attributes["id"] else { return }
      let isHidden = ["hidden", "veryHidden"].contains(attributes["state"] ?? "")
      sheets.append(Sheet(name: sheet, relation: relation, isHidden: isHidden))
    case "workbookPr": isOf1904 = ["1", "true"].contains(attributes["date1904"] ?? "")
    default: break
    }
  }
}

/// The parts that a part of a workbook refers to, from a file `.rels`.
final class Relations: XMLHandler {
  /// The paths of the parts, by the names of the relations.
  private(set) var targets: [String: String] = [:]
  /// The paths of the parts, by the last words of their kinds, such as `sharedStrings`.
  private(set) var byKind: [String: String] = [:]

  override func start(_ name: String, _ attributes: XMLAttributes) {
    guard name == "Relationship", let id = attributes["Id"], let target = attributes["Target"]
    else { return }
    targets[id] = target
    if let kind = attributes["Type"]?.split(separator: "/").last { byKind[String(kind)] = target }
  }
}

/// The formats of cells that show moments, from `styles.xml`.
final class CellFormats: XMLHandler {
  /// The format of each style; nil for numbers and texts.
  private(set) var ofStyles: [MomentFormat?] = []
  private var own: [Int: MomentFormat?] = [:]
  private var isInStyles = false

  override func start(_ name: String, _ attributes: XMLAttributes) {
    switch name {
    case "numFmt":
      if let id = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"] {
        own[id] = .some(MomentFormat(code))
      }
    case "cellXfs": isInStyles = true
    case "xf" where isInStyles:
      let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
      ofStyles.append(own[id] ?? MomentFormat(number: id))
    default: break
    }
  }

  override func end(_ name: String) {
    if name == "cellXfs" { isInStyles = false }
  }
}

/// The texts that cells share, from `sharedStrings.xml`.
final class SharedTexts: XMLHandler {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var isInText = false
  private var isInPhonetic = false

  /// Returns a text by its number; nil if there is none.
  subscript(index: Int) -> String? {
    guard ends.indices.contains(index) else { return nil }
    let start = index == 0 ? 0 : ends[index - 1]
    return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
  }

  override func start(_ name: String, _ attributes: XMLAttributes) {
    switch name {
    case "t": isInText = !isInPhonetic
    case "rPh": isInPhonetic = true
    default: break
    }
  }

  override func end(_ name: String) {
    switch name {
    case "t": isInText = false
    case "rPh": isInPhonetic = false
    case "si": ends.append(bytes.count)
    default: break
    }
  }

  // Safety: the bytes are copied during the call that lends them.
  override func text(_ some: UnsafeBufferPointer<UInt8>) {
    if isInText { bytes.append(contentsOf: some) }
  }
}
