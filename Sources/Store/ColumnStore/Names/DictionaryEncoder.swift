import CNames
import Columns
import Foundation
import Synchronization
import TabularFiles

/// Assigns codes to names: known names keep theirs, new ones get the next.
///
/// Names are NFC-normalised, compared by their UTF-8 bytes, and never removed.
public final class DictionaryEncoder {
  /// The stored names; loaded into the table at the first look-up.
  ///
  /// Loading many names takes time: columns read in parallel load their names in parallel, and an
  /// unused dictionary costs nothing.
  private let stored: NameDictionary
  private let names: NameTable
  private let hasTaken: Atomic<Bool>
  /// Several threads may look up names at the same time, while none is added.
  private let taking = Mutex(())
  /// Codes of spellings that are not NFC, so that each is normalised only once.
  private var spellings: [[UInt8]: Int32] = [:]
  /// Names of horses, people and courses that have other forms.
  let otherForms = OtherNameForms()

  /// The number of names stored before this writer.
  let storedCount: Int

  /// The number of names.
  public var count: Int {
    hasTaken.load(ordering: .acquiring) ? names.count : storedCount
  }

  /// Whether a name had no room; its code is another name's, so nothing may be committed.
  var isFull: Bool { names.isFull }

  /// Whether names are compared only by their bytes.
  private let isExact: Bool

  /// Makes an empty dictionary of keys, compared only by their bytes.
  public static func ofKeys() -> DictionaryEncoder {
    DictionaryEncoder(NameDictionary(parts: []), isExact: true)
  }

  /// Makes an empty dictionary of names.
  public static func ofNames() -> DictionaryEncoder { DictionaryEncoder(NameDictionary(parts: [])) }

  init(_ stored: NameDictionary, isExact: Bool = false, limit: Int? = nil) {
    names = NameTable(limit: limit)
    self.isExact = isExact
    storedCount = stored.count
    self.stored = stored
    hasTaken = Atomic(stored.count == 0)
  }

  /// Returns the code of a name in UTF-8; nil if the bytes are not valid UTF-8.
  public func code(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    let hash = NameTable.hash(name)
    if let code = table.find(name, hash) { return code }
    if isExact || name.allSatisfy({ $0 < 0x80 }) { return table.insert(name, hash) }
    return codeOfUnicode(name)
  }

  /// Looks up the codes of cells with known names, several at a time.
  ///
  /// - Parameters:
  ///   - cells: The cells.
  ///   - count: The number of cells.
  ///   - codes: Receives the names' codes, and 0 for all other cells.
  ///   - others: Receives the rows of the other cells: empty, with spaces around them, possibly an
  ///     alias of another text, or new.
  /// - Returns: The number of others.
  package func knownCodes(
    of cells: TextCells, count: Int, into codes: UnsafeMutablePointer<Int32>,
    others: UnsafeMutablePointer<Int32>
  ) -> Int {
    let cells = rb_cells(
      text: cells.bytes, starts: cells.starts, ends: cells.ends, gap: Int32(cells.gap))
    // Safety: both have room for one value per cell.
    return Int(rb_known_names(table.raw, cells, Int64(count), codes, others))
  }

  /// Returns the code of a known name, compared by its bytes; nil for any other.
  public func knownCode(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    table.find(name, NameTable.hash(name))
  }

  /// Adds a new name that needs no normalising; returns its code.
  func add(_ name: UnsafeBufferPointer<UInt8>) -> Int32 {
    table.insert(name, NameTable.hash(name))
  }

  /// Returns the code of a name.
  public func code(_ name: String) -> Int32 {
    var name = name
    return name.withUTF8 { code($0)! }
  }

  /// Returns a name's UTF-8 bytes; valid until another name is added.
  public func utf8(_ code: Int) -> UnsafeBufferPointer<UInt8> { table.utf8(code) }

  /// Returns the names from a code on.
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

  /// The table of all names.
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
