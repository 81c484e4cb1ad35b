import Columns
import Foundation
import TabularFiles
import TestSupport
import Testing

/// Mapping a damaged file is safe: its values lie within it, and columns have one length.
struct DescriptionDamageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads each slot of fixed width, and the last byte of texts.
  private static func touch(_ table: Table) -> Int {
    var sum = 0
    for column in table.columns {
      #expect(column.count == table.rowCount)
      for row in 0..<column.count { sum &+= column.isNull(row) ? 1 : 0 }
      switch column.values {
      case .int16(let values): for value in values { sum &+= Int(value) }
      case .int32(let values): for value in values { sum &+= Int(value) }
      case .int64(let values): for value in values { sum &+= Int(value) }
      case .double(let values): for value in values { sum &+= value > 0 ? 1 : 0 }
      case .boolean(let bits): sum &+= bits.trueCount
      case .text(let texts):
        for byte in texts.bytes { sum &+= Int(byte) }
        guard texts.isInBytes else { continue }
        for row in 0..<texts.count { sum &+= texts[row].utf8.count }
      }
    }
    return sum
  }

  @Test(arguments: LongForm.cases([1, 0x80, 0xFF] as [UInt8], short: 1))
  func `a byte that is wrong anywhere leads nowhere outside the file`(bits: UInt8) throws {
    var random = SeededGenerator()
    let path = folder.file("table.arrow")
    try ArrowFile.write(RandomColumns.table(count: 20, nulls: true, using: &random), to: path)
    let whole = try Data(contentsOf: URL(filePath: path))
    var (mapped, refused) = (0, 0)
    for offset in whole.indices {
      var damaged = whole
      damaged[offset] ^= bits
      let other = folder.file("damaged-\(offset).arrow")
      try damaged.write(to: URL(filePath: other))
      do throws(FileError) {
        _ = Self.touch(try ArrowFile.map(other))
        mapped += 1
      } catch {
        guard case .malformed(other, _, _) = error else {
          Issue.record("byte \(offset): \(error)")
          return
        }
        refused += 1
      }
      try FileManager.default.removeItem(atPath: other)
    }
    // Values are not checked, but most of the description is.
    #expect(mapped > 0 && refused > 100)
  }

  @Test func `a column whose values are not of its type is refused`() throws {
    let path = folder.file("table.arrow")
    try ArrowFile.write(Table([("n", Column(int64s: [1, 2]))]), to: path)
    try rewrite(path) { data in
      while let range = data.range(of: Data("int64".utf8)) {
        data.replaceSubrange(range, with: Data("int16".utf8))
      }
    }
    let error = #expect(throws: FileError.self) { try ArrowFile.map(path) }
    #expect(
      error
        == .malformed(
          file: path, found: "column n of the type int16 in the Arrow format l",
          expected: "an Arrow file"))
  }

  @Test func `texts that overlap are not those that were written`() {
    func texts(_ offsets: [Int32], _ bytes: Int) -> Bool {
      TextBuffer(offsets: Buffer(offsets), bytes: Buffer([UInt8](repeating: 65, count: bytes)))
        .isInBytes
    }
    #expect(texts([0], 0) && texts([0, 2, 2, 5], 5) && texts([1, 3], 5))
    #expect(!texts([0, 3, 2, 5], 5) && !texts([0, 2, 6], 5) && !texts([-1, 2], 5))
  }

  @Test func `the first code without a name is found`() {
    func first(_ codes: [Int32?], below limit: Int) -> Int32? {
      Column(.coded(dictionary: "horse"), int32s: codes).firstCode(notBelow: limit)
    }
    #expect(first([0, 4, nil], below: 5) == nil && first([nil], below: 0) == nil)
    #expect(first([0, 5, 9], below: 5) == 5 && first([0, -1], below: 5) == -1)
    #expect(first([0], below: 0) == 0 && first([], below: 0) == nil)
  }
}
