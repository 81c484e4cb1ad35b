/// An encoding of characters as bytes.
public enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case eucJP = "euc-jp"
  case eucKR = "euc-kr"
  case big5
  case shiftJIS = "shift_jis"
  case gb18030
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1257 = "windows-1257"
  case latin1 = "latin-1"
  case iso8859x2 = "iso-8859-2"
  case iso8859x9 = "iso-8859-9"
  case iso8859x15 = "iso-8859-15"
  case mojibake
  case mojibakeEUCJP = "mojibake-euc-jp"
  case mojibakeEUCKR = "mojibake-euc-kr"
  case mojibakeBig5 = "mojibake-big5"
  case mojibakeShiftJIS = "mojibake-shift_jis"
  case mojibakeGB18030 = "mojibake-gb18030"

  /// Finds an encoding by one of its names, in letters of any case; nil if it is none of these.
  public init?(name: String) {
    let name = name.lowercased()
    guard let found = TextEncoding(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = found
  }

  /// The encoding of the text that a reader took for Windows-1252 and stored as UTF-8; nil for an
  /// encoding that is no mojibake.
  package var inner: TextEncoding? {
    switch self {
    case .mojibake: .utf8
    case .mojibakeEUCJP: .eucJP
    case .mojibakeEUCKR: .eucKR
    case .mojibakeBig5: .big5
    case .mojibakeShiftJIS: .shiftJIS
    case .mojibakeGB18030: .gb18030
    default: nil
    }
  }

  /// The name of the encoding inside a mojibake; its own name for others.
  package var insideName: String { (inner ?? self).rawValue }

  /// The mojibake whose inner text has this encoding; nil if there is none.
  package var asMojibake: TextEncoding? { Self.allCases.first { $0.inner == self } }

  /// Whether it writes characters beyond ASCII as two or more bytes, and is not Unicode's.
  var isOfEastAsia: Bool { Self.ofEastAsia.contains(self) }

  /// Whether the bytes 0x80 to 0x9F are no characters of a text.
  var lacksUpperControls: Bool {
    [.latin1, .iso8859x2, .iso8859x9, .iso8859x15].contains(self)
  }

  static let ofEastAsia: [TextEncoding] = [.eucJP, .eucKR, .big5, .shiftJIS, .gb18030]

  /// The names that iconv knows it by; the first that the system has serves.
  var systemNames: [String] {
    switch self {
    case .utf8, .mojibake: ["UTF-8"]
    case .utf16: ["UTF-16LE"]
    case .eucJP, .mojibakeEUCJP: ["EUC-JP-MS", "EUC-JP"]
    case .eucKR, .mojibakeEUCKR: ["UHC", "CP949"]
    case .big5, .mojibakeBig5: ["BIG5-HKSCS", "BIG5"]
    case .shiftJIS, .mojibakeShiftJIS: ["CP932"]
    case .gb18030, .mojibakeGB18030: ["GB18030"]
    case .windows1250: ["CP1250"]
    case .windows1251: ["CP1251"]
    case .windows1252: ["CP1252"]
    case .windows1253: ["CP1253"]
    case .windows1254: ["CP1254"]
    case .windows1257: ["CP1257"]
    case .latin1: ["ISO-8859-1"]
    case .iso8859x2: ["ISO-8859-2"]
    case .iso8859x9: ["ISO-8859-9"]
    case .iso8859x15: ["ISO-8859-15"]
    }
  }

  // MARK: - Implementation

  private static let otherNames: [String: TextEncoding] = [
    "utf8": .utf8, "utf16": .utf16, "eucjp": .eucJP, "euckr": .eucKR, "cp949": .eucKR,
    "uhc": .eucKR, "big5-hkscs": .big5, "cp950": .big5, "shift-jis": .shiftJIS,
    "sjis": .shiftJIS, "cp932": .shiftJIS, "windows-31j": .shiftJIS, "gbk": .gb18030,
    "gb2312": .gb18030, "cp936": .gb18030, "cp1250": .windows1250, "cp1251": .windows1251,
    "cp1252": .windows1252, "cp1253": .windows1253, "cp1254": .windows1254,
    "cp1257": .windows1257, "latin1": .latin1, "iso-8859-1": .latin1, "latin2": .iso8859x2,
    "latin5": .iso8859x9, "latin9": .iso8859x15,
  ]
}
