import CNames
import Columns
import Foundation
import Synchronization
import TabularFiles

/// Gives names their codes: known ones keep theirs, new ones get the next.
///
/// Names are NFC-normalised, compared by their UTF-8 bytes, and never removed.
public final class DictionaryEncoder {
  /// The stored names; taken into the table when the first name is looked for.
  ///
  /// There may be many, and it takes a while: columns that are read side by side then take theirs
  /// side by side, and a dictionary that nobody asks costs nothing.
  private let stored: NameDictionary
  private let names = NameTable()
  private let hasTaken: Atomic<Bool>
  /// Several threads may ask for names at the same time, as long as none is added.
  private let taking = Mutex(())
  /// Codes of spellings that are not NFC, so that each is normalised once only.
  private var spellings: [[UInt8]: Int32] = [:]

  /// How many names were there before this writer came.
  let storedCount: Int

  /// The number of names.
  public var count: Int {
    hasTaken.load(ordering: .acquiring) ? names.count : storedCount
  }

  /// Whether names are told apart by their bytes alone.
  private let isExact: Bool

  /// Starts without any name; names are keys, told apart by their bytes alone.
  public static func ofKeys() -> DictionaryEncoder {
    DictionaryEncoder(NameDictionary(parts: []), isExact: true)
  }

  /// Starts without any name.
  public static func ofNames() -> DictionaryEncoder { DictionaryEncoder(NameDictionary(parts: [])) }

  init(_ stored: NameDictionary, isExact: Bool = false) {
    self.isExact = isExact
    storedCount = stored.count
    self.stored = stored
    hasTaken = Atomic(stored.count == 0)
  }

  /// The code of a name, given as UTF-8; nil where the bytes are not valid UTF-8.
  public func code(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let hash = NameTable.hash(name)
    if let code = table.find(name, hash) { return code }
    if isExact || name.allSatisfy({ $0 < 0x80 }) { return table.insert(name, hash) }
    return codeOfUnicode(name)
  }

  /// The codes of the cells whose text is a name that is there, looked for side by side.
  ///
  /// - Parameters:
  ///   - cells: The cells.
  ///   - count: How many there are.
  ///   - codes: Set to the names' codes, and to 0 for all other cells.
  ///   - others: Set to the rows of these: they are empty, have blanks around them, may stand for
  ///     something else, or are new.
  /// - Returns: How many others there are.
  package func knownCodes(
    of cells: TextCells, count: Int, into codes: UnsafeMutablePointer<Int32>,
    others: UnsafeMutablePointer<Int32>
  ) -> Int {
    let cells = rb_cells(
      text: cells.bytes, starts: cells.starts, ends: cells.ends, gap: Int32(cells.gap))
    // Safety: both have room for as many rows as the cells.
    return Int(rb_known_names(table.raw, cells, Int64(count), codes, others))
  }

  /// The code of a name that is there, its bytes as they stand; nil for any other.
  public func knownCode(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    table.find(name, NameTable.hash(name))
  }

  /// The code of a name.
  public func code(_ name: String) -> Int32 {
    var name = name
    return name.withUTF8 { code($0)! }
  }

  /// A name's UTF-8 bytes; valid until another name is added.
  public func utf8(_ code: Int) -> UnsafeBufferPointer<UInt8> { table.utf8(code) }

  /// The names from a code on.
  func names(from first: Int) -> TextBuffer {
    let table = table
    let base = table.offset(first)
    return TextBuffer(
      offsets: Buffer<Int32>(count: table.count - first + 1) { offsets in
        for place in 0..<offsets.count {
          offsets.initializeElement(at: place, to: Int32(table.offset(first + place) - base))
        }
      },
      bytes: Buffer<UInt8>(count: table.bytes.count - base) { bytes in
        _ = bytes.initialize(from: table.bytes[base...])
      })
  }

  // MARK: - Implementation

  /// All names.
  private var table: NameTable {
    @inline(__always) get {
      if !hasTaken.load(ordering: .acquiring) { takeStored() }
      return names
    }
  }

  @inline(never)
  private func takeStored() {
    taking.withLock { _ in
      guard !hasTaken.load(ordering: .relaxed) else { return }
      names.reserve(stored.count)
      for part in stored.parts { names.insert(part) }
      hasTaken.store(true, ordering: .releasing)
    }
  }

  private func codeOfUnicode(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let spelling = Array(name)
    if let code = spellings[spelling] { return code }
    guard let text = String(validating: spelling, as: UTF8.self) else { return nil }
    var normal = text.precomposedStringWithCanonicalMapping
    let code = normal.withUTF8 { name in
      let hash = NameTable.hash(name)
      return table.find(name, hash) ?? table.insert(name, hash)
    }
    spellings[spelling] = code
    return code
  }
}
