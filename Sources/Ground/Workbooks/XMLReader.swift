import CExpat
import Columns

/// The attributes of an element, during the call that lends them.
struct XMLAttributes {
  fileprivate let list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

  /// Returns an attribute's value by its name without a prefix; nil if the element lacks it.
  subscript(name: String) -> String? {
    // Safety: expat ends the list of names and values by nil.
    guard var place = list else { return nil }
    while let key = place[0], let value = place[1] {
      if XMLReader.ownName(key) == name { return String(cString: value) }
      place += 2
    }
    return nil
  }
}

/// A receiver of the elements of an XML text.
class XMLHandler {
  /// An error that ends the reading.
  var failure: SheetFault?

  func start(_ name: String, _ attributes: XMLAttributes) {}
  func end(_ name: String) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// Reads XML by expat.
enum XMLReader {
  /// Passes the elements of a text to a handler.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - handler: The receiver of elements and texts, in their order.
  /// - Throws: ``SheetFault`` for malformed text, for a document type, which could define entities
  ///   without end, and for the handler's failure.
  static func read(_ bytes: Buffer<UInt8>, by handler: XMLHandler) throws(SheetFault) {
    guard let parser = XML_ParserCreate(nil) else {
      throw SheetFault(found: "no memory for a part")
    }
    defer { XML_ParserFree(parser) }
    let reading = Reading(parser, handler)
    // Safety: `reading` outlives the calls of expat, which end with this function.
    withExtendedLifetime(reading) {
      XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
      XML_SetElementHandler(parser, onStart, onEnd)
      XML_SetCharacterDataHandler(parser, onText)
      XML_SetStartDoctypeDeclHandler(parser, onDoctype)
      let text = bytes.pointer
      var place = 0
      repeat {
        let count = min(pieceLength, text.count - place)
        let isLast: Int32 = place + count == text.count ? 1 : 0
        let status = UnsafeRawPointer(text.baseAddress.map { $0 + place }).map {
          XML_Parse(parser, $0.assumingMemoryBound(to: CChar.self), Int32(count), isLast)
        }
        if status != XML_STATUS_OK {
          handler.failure = handler.failure ?? fault(parser)
          return
        }
        place += count
      } while place < text.count
    }
    if let failure = handler.failure { throw failure }
  }

  /// Returns a name without its prefix.
  fileprivate static func ownName(_ name: UnsafePointer<XML_Char>) -> String {
    let whole = String(cString: name)
    guard let colon = whole.utf8.lastIndex(of: UInt8(ascii: ":")) else { return whole }
    return String(whole[whole.utf8.index(after: colon)...])
  }

  // MARK: - Implementation

  private static let pieceLength = 1 << 20

  private static func fault(_ parser: XML_Parser) -> SheetFault {
    let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
    return SheetFault(
      found: "\(reason ?? "a fault") in line \(XML_GetCurrentLineNumber(parser)) of a part")
  }
}

/// The parser and its handler, which expat gives back with each call.
private final class Reading {
  let parser: XML_Parser
  let handler: XMLHandler

  init(_ parser: XML_Parser, _ handler: XMLHandler) {
    (self.parser, self.handler) = (parser, handler)
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Reading {
    // Safety: the context is the reading that `read` passed to expat, and keeps alive.
    Unmanaged<Reading>.fromOpaque(context!).takeUnretainedValue()
  }

  func stopIfFailed() {
    if handler.failure != nil { XML_StopParser(parser, 0) }
  }
}

private func onStart(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
  let reading = Reading.of(context)
  reading.handler.start(XMLReader.ownName(name!), XMLAttributes(list: attributes))
  reading.stopIfFailed()
}

private func onEnd(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
  let reading = Reading.of(context)
  reading.handler.end(XMLReader.ownName(name!))
  reading.stopIfFailed()
}

private func onText(
  _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?, _ count: Int32
) {
  // Safety: expat lends `count` bytes for the call.
  let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
  Reading.of(context).handler.text(bytes.bindMemory(to: UInt8.self))
}

private func onDoctype(
  _ context: UnsafeMutableRawPointer?, _: UnsafePointer<XML_Char>?, _: UnsafePointer<XML_Char>?,
  _: UnsafePointer<XML_Char>?, _: Int32
) {
  let reading = Reading.of(context)
  reading.handler.failure = SheetFault(found: "a document type, which no part of a workbook has")
  reading.stopIfFailed()
}
