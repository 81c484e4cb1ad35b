import Columns
import Testing

@testable import TextEncodings

struct EncodingGuessTests {
  @Test(arguments: Example.all.filter { $0.encoding != .utf16 })
  func `the encoding is found by the letters`(example: Example) throws {
    let guess = EncodingGuess(Buffer(example.bytes))
    let certain = try #require(guess.certain, "\(guess)")
    // Encodings that decode a text alike are one.
    let text = try TextDecoder(certain.encoding).utf8(Buffer(example.bytes))
    #expect(string(text) == example.text, "\(guess)")
  }

  @Test(
    arguments: [
      // Damaged ASCII, a code page of DOS, Thai, all bytes.
      [0x43, 0xFF, 0x74, 0x0A], [0x43, 0x61, 0x66, 0x82, 0x2C, 0x53, 0x65, 0xA4, 0x6F, 0x72, 0x0A],
      [0xC1, 0xE9, 0xD2, 0xE1, 0xA2, 0xE8, 0xA7, 0x2C, 0xA1, 0xC3, 0xD8, 0xA7, 0xE0, 0xB7, 0xBE],
      Array(0x80...0xFF),
    ] as [[UInt8]])
  func `bytes of no known encoding are not certain`(bytes: [UInt8]) {
    let guess = EncodingGuess(Buffer(bytes))
    #expect(guess.certain == nil, "\(guess)")
  }

  /// JSON may be one long line; the guess takes pieces of it.
  @Test(arguments: [TextEncoding.shiftJIS, .gb18030, .big5, .eucKR])
  func `a long line is cut between characters`(encoding: TextEncoding) throws {
    let example = try #require(Example.all.first { $0.encoding == encoding })
    let line = example.bytes.map { $0 == 0x0A ? UInt8(ascii: " ") : $0 }
    let bytes = Array(repeatElement(line, count: 500).joined())
    #expect(EncodingGuess(Buffer(bytes)).certain?.encoding == encoding)
  }

  @Test func `a text in ASCII has no candidates`() {
    #expect(EncodingGuess(Buffer(Array("horse\nMarl\n".utf8))).candidates.isEmpty)
  }

  @Test func `candidates come in the order of their confidence`() {
    let guess = EncodingGuess(Buffer(Array("Caf".utf8) + [0xE9, 0x0A]))
    let confidences = guess.candidates.map(\.confidence)
    #expect(confidences == confidences.sorted(by: >))
    #expect(confidences.allSatisfy { (0...1).contains($0) })
    #expect(guess.certain?.encoding == .windows1252)
  }
}

struct MojibakeTests {
  @Test(arguments: [
    ("CafÃ© Noir", "Café Noir"),
    ("Itâ€™s Me", "It’s Me"),
    ("Ã\u{A0}", "à"),
  ])
  func `UTF-8 that was read as Windows-1252 is recognised and undone`(
    spoilt: String, right: String
  ) throws {
    let bytes = Buffer(Array("horse,jockey\n\(spoilt),Marl\n".utf8))
    let found = try #require(MojibakeFound(bytes))
    #expect(found.encoding == .mojibake && found.count == 1 && found.among == 1)
    #expect(found.example == spoilt)
    #expect(try text(bytes, .mojibake) == "horse,jockey\n\(right),Marl\n")
  }

  @Test(arguments: [
    (
      TextEncoding.mojibakeEUCJP, "ÇÏÌ¾,µ³¼ê\n¥¢¥É¥Þ¥¤¥ä¥Ù¥¬,ÉðË\u{AD}\n¥Ê¥ê¥¿¥Ö¥é¥¤¥¢¥ó,Æî°æ¹îÌ¦\n"
    ),
    (.mojibakeShiftJIS, "”n–¼,‹RŽè\nƒAƒhƒ}ƒCƒ„ƒxƒK,•\u{90}–L\nƒiƒŠƒ^ƒuƒ‰ƒCƒAƒ“,“ìˆä\u{8D}Ž–¤\n"),
  ])
  func `Japanese that was read as Windows-1252 is recognised and undone`(
    encoding: TextEncoding, spoilt: String
  ) throws {
    let bytes = Buffer(Array(spoilt.utf8))
    #expect(MojibakeFound(bytes)?.encoding == encoding)
    #expect(try text(bytes, encoding) == "馬名,騎手\nアドマイヤベガ,武豊\nナリタブライアン,南井克巳\n")
  }

  @Test(arguments: ["Café Noir", "Ångström", "Â", "沙田", "Łódź", "Ça Ira, Été", "naïve façade"])
  func `names with accents are no mojibake`(name: String) throws {
    let bytes = Buffer(Array("horse\n\(name)\n".utf8))
    #expect(MojibakeFound(bytes) == nil)
    #expect(try text(bytes, .mojibake) == "horse\n\(name)\n")
  }

  @Test func `a character that Windows-1252 lacks is in no text that was read as it`() {
    let fault = #expect(throws: DecodingFault.self) {
      try text(Buffer(Array("horse\n馬\n".utf8)), .mojibakeShiftJIS)
    }
    #expect(fault?.line == 2)
    #expect(
      fault?.found == "the character U+99AC, which no text has that was read as Windows-1252")
  }

  // MARK: - Implementation

  private func text(_ bytes: Buffer<UInt8>, _ encoding: TextEncoding) throws -> String {
    string(try TextDecoder(encoding).utf8(bytes))
  }
}
