import Columns
import Testing

@testable import TextEncodings

/// A text and its bytes, written by the codecs of Python.
struct Example: CustomTestStringConvertible, Sendable {
  let encoding: TextEncoding
  let text: String
  let bytes: [UInt8]

  init(_ encoding: TextEncoding, _ text: String, _ hex: String) {
    (self.encoding, self.text) = (encoding, text)
    let digits = hex.map { UInt8($0.hexDigitValue!) }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  var testDescription: String { encoding.rawValue }

  static let all = [
    Example(
      .shiftJIS, "馬名,騎手,着順\nアドマイヤベガ,武豊,①\n表示,ソフト,髙橋\n",
      "946e96bc2c8b528ee82c92858f870a83418368837d834383848378834b2c9590964c2c87400a"
        + "955c8ea62c835c837483672ceee08bb40a"),
    Example(
      .eucJP, "馬名,騎手,着順\nアドマイヤベガ,武豊,1\nナリタブライアン,南井克巳,2\n",
      "c7cfccbe2cb5b3bcea2cc3e5bde70aa5a2a5c9a5dea5a4a5e4a5d9a5ac2cc9f0cbad2c310aa5"
        + "caa5eaa5bfa5d6a5e9a5a4a5a2a5f32cc6eeb0e6b9eecca62c320a"),
    Example(
      .eucKR, "마명,기수,착순\n당대불패,문세영,1\n미스터파크,유승완,2\n",
      "b8b6b8ed2cb1e2bcf62cc2f8bcf80ab4e7b4ebbad2c6d02cb9aebcbcbfb52c310ab9ccbdbac5"
        + "cdc6c4c5a92cc0afbdc2bfcf2c320a"),
    Example(
      .gb18030, "马名,骑师,名次\n好运来,李明,1\n飞天神驹,张伟,2\n",
      "c2edc3fb2cc6efcaa62cc3fbb4ce0abac3d4cbc0b42cc0eec3f72c310ab7c9ccecc9f1bed42c"
        + "d5c5ceb02c320a"),
    Example(
      .big5, "馬名,騎師,名次\n金運來,潘頓,1\n精英大師,莫雷拉,2\n",
      "b0a8a6572cc34dae762ca657a6b80aaaf7b942a8d32cbcefb9792c310abaebad5ea46aae762c"
        + "b2f6b970a9d42c320a"),
    Example(
      .windows1250, "Pardubice,Velká pardubická\nŽeleznik,Josef Váňa\nŘím,Škoda\n",
      "5061726475626963652c56656c6be12070617264756269636be10a8e656c657a6e696b2c4a6f"
        + "7365662056e1f2610ad8ed6d2c8a6b6f64610a"),
    Example(
      .windows1251, "кличка,жокей\nРысак,Иванов\nСказка,Петров\n",
      "eaebe8f7eae02ce6eeeae5e90ad0fbf1e0ea2cc8e2e0edeee20ad1eae0e7eae02ccfe5f2f0ee"
        + "e20a"),
    Example(
      .windows1252, "horse,jockey\nÉpinard,Señor\nIt’s Me,Müller\n",
      "686f7273652c6a6f636b65790ac970696e6172642c5365f16f720a49749273204d652c4dfc6c"
        + "6c65720a"),
    Example(
      .windows1253, "ίππος,αναβάτης\nΜαρκόπουλο,Αθήνα\n",
      "dff0f0eff22ce1ede1e2dcf4e7f20acce1f1eafcf0eff5ebef2cc1e8deede10a"),
    Example(
      .windows1254, "at,jokey\nŞanlıurfa,Ahmet Çelik\nGülşah,Kılıç\n",
      "61742c6a6f6b65790ade616e6cfd757266612c41686d657420c7656c696b0a47fc6cfe61682c"
        + "4bfd6cfde70a"),
    Example(
      .windows1257, "žirgas,jojikas\nŽemaitija,Šiauliai\nJūratė,Ąžuolas\n",
      "fe69726761732c6a6f6a696b61730ade656d616974696a612cd06961756c6961690a4afb7261"
        + "74eb2cc0fe756f6c61730a"),
    Example(
      .iso8859x2, "Pardubice,Velká pardubická\nŽeleznik,Josef Váňa\nŽižka,Tomáš\n",
      "5061726475626963652c56656c6be12070617264756269636be10aae656c657a6e696b2c4a6f"
        + "7365662056e1f2610aae69be6b612c546f6de1b90a"),
    Example(
      .iso8859x9, "at,jokey\nŞanlıurfa,Çelik\n",
      "61742c6a6f6b65790ade616e6cfd757266612cc7656c696b0a"),
    Example(
      .iso8859x15, "cheval,prix\nCœur,5 €\nŒuvre,Été\n",
      "63686576616c2c707269780a43bd75722c3520a40abc757672652cc974e90a"),
    Example(
      .latin1, "horse,jockey\nÉpinard,Señor\n",
      "686f7273652c6a6f636b65790ac970696e6172642c5365f16f720a"),
    Example(
      .utf16, "horse\nÉpinard 🐎\n",
      "68006f007200730065000a00c900700069006e0061007200640020003dd80edc0a00"),
  ]
}

struct TextDecoderTests {
  @Test(arguments: Example.all)
  func `bytes mean what their encoding says`(example: Example) throws {
    #expect(try decoded(example.bytes, example.encoding) == example.text)
  }

  @Test(arguments: Example.all, [7, 8, 64])
  func `a text is the same in pieces of any length`(example: Example, length: Int) throws {
    var decoder = TextDecoder(example.encoding)
    decoder.pieceLength = length
    let text = try decoder.utf8(Buffer(example.bytes))
    #expect(string(text) == example.text)
  }

  @Test(arguments: [
    (TextEncoding.shiftJIS, [0x8A] as [UInt8], "the byte 0x8A, a part of a character at the end"),
    (.shiftJIS, [0x8A, 0x0A, 0x41], "the byte 0x8A, which is no character"),
    (.eucJP, [0xB4, 0x41, 0x0A], "the byte 0xB4, which is no character"),
    (.windows1252, [0x81, 0x0A], "the byte 0x81, which is no character"),
    (.windows1253, [0xD2, 0x0A], "the byte 0xD2, which is no character"),
    (.latin1, [0x92, 0x0A], "the byte 0x92, which is no character"),
    (.iso8859x2, [0x9A], "the byte 0x9A, which is no character"),
    (.utf8, [0xE9, 0x0A], "the byte 0xE9, which no UTF-8 text has there"),
  ])
  func `a byte that an encoding lacks is refused with its line`(
    encoding: TextEncoding, bytes: [UInt8], found: String
  ) {
    let text = Array("horse\nMarl\n".utf8) + bytes
    let fault = #expect(throws: DecodingFault.self) { try decoded(text, encoding) }
    #expect(fault?.line == 3)
    #expect(fault?.found == found)
  }

  @Test(arguments: TextEncoding.allCases.filter { $0 != .utf8 && $0 != .utf16 && $0.inner == nil })
  func `a text of UTF-8 is no text of another encoding`(encoding: TextEncoding) {
    let fault = #expect(throws: DecodingFault.self) {
      try decoded(Array("horse\nÉpinard\n".utf8), encoding)
    }
    #expect(fault?.line == 2)
    #expect(fault?.found == "the byte 0xC3, in a text that is UTF-8")
  }

  @Test(arguments: TextEncoding.allCases)
  func `the system has each encoding`(encoding: TextEncoding) {
    #expect(IconvDecoder(encoding.systemNames) != nil)
  }

  @Test(arguments: [
    ("CP932", TextEncoding.shiftJIS), ("Shift_JIS", .shiftJIS), ("gbk", .gb18030),
    ("ISO-8859-1", .latin1), ("Windows-1252", .windows1252), ("mojibake", .mojibake),
  ])
  func `an encoding has several names`(name: String, encoding: TextEncoding) {
    #expect(TextEncoding(name: name) == encoding)
    #expect(TextEncoding(name: "klingon") == nil)
  }

  @Test(arguments: [0, 10, 1000])
  func `a text is the same in memory and in a temporary file`(limit: Int) throws {
    var text = DecodedText(expecting: 100, limit: limit)
    let bytes = (0..<100).map { UInt8($0) }
    for start in stride(from: 0, to: 100, by: 7) {
      try Array(bytes[start..<min(100, start + 7)]).withUnsafeBufferPointerThrowing {
        (some) throws(DecodingFault) in try text.append(some)
      }
    }
    let whole = try text.end()
    #expect(withExtendedLifetime(whole) { Array(whole.pointer) } == bytes)
  }

  // MARK: - Implementation

  private func decoded(_ bytes: [UInt8], _ encoding: TextEncoding) throws -> String {
    let text = try TextDecoder(encoding).utf8(Buffer(bytes))
    return string(text)
  }
}

/// Returns a text's letters.
func string(_ text: Buffer<UInt8>) -> String {
  withExtendedLifetime(text) { String(decoding: text.pointer, as: UTF8.self) }
}
