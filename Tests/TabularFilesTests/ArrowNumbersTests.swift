import CArrow
import Columns
import Testing

@testable import TabularFiles

/// Columns of other tools' files, handed over through the C data interface.
struct ArrowNumbersTests {
  @Test(arguments: ["d:38,2", "d:8,2,128"])
  func `decimals are the texts that they are written as`(format: String) throws {
    let numbers: [Int128] = [0, 5, -5, 12_345, -12_345, 100, .max, .min]
    let texts = try Self.column(format, numbers).texts
    #expect(
      (0..<numbers.count).map { texts[$0] } == [
        "0.00", "0.05", "-0.05", "123.45", "-123.45", "1.00",
        "1701411834604692317316873037158841057.27", "-1701411834604692317316873037158841057.28",
      ])
    let whole = try Self.column("d:5,0", [7, -70] as [Int128]).texts
    #expect((0..<2).map { whole[$0] } == ["7", "-70"])
  }

  @Test func `decimals of another size are refused`() {
    #expect(throws: WallError.self) { try Self.column("d:8,2,256", [0, 0] as [Int128]) }
  }

  @Test func `numbers without a sign keep their value`() throws {
    let small = try Self.column("L", [0, 7, UInt64(Int64.max)])
    #expect(Array(small.int64s) == [0, 7, .max])
    let large = try Self.column("L", [7, UInt64.max]).texts
    #expect((0..<2).map { large[$0] } == ["7", "18446744073709551615"])
  }

  @Test func `floats are the numbers that their texts say`() throws {
    let numbers: [Float] = [33.3, 1001.1, 2, 1e10, 0.1, -2.5, 16_777_216, .infinity]
    let column = try Self.column("f", numbers)
    #expect(
      Array(column.doubles) == [33.3, 1001.1, 2, 1e10, 0.1, -2.5, 16_777_216, .infinity])
    #expect(try Self.column("f", [Float.nan]).doubles[0].isNaN)
  }

  @Test func `moments beyond measure stay beyond it`() throws {
    let large = Int64(1_000_000_000_000_000_000)
    for format in ["tsm:", "tss:UTC"] {
      #expect(Array(try Self.column(format, [large, -large]).int64s) == [.max, .min])
    }
    #expect(Array(try Self.column("tsm:", [5, -5] as [Int64]).int64s) == [5_000, -5_000])
    #expect(Array(try Self.column("tss:", [5, -5] as [Int64]).int64s) == [5_000_000, -5_000_000])
  }

  /// Returns a column without nulls.
  private static func column<T>(_ format: String, _ values: [T]) throws -> Column {
    let owner = Values(values)
    var array = ArrowArray()
    array.length = Int64(values.count)
    array.n_buffers = 2
    array.buffers = owner.buffers
    let field = ArrowField(
      name: "c", format: format, isDictionary: false, valueFormat: "", type: nil)
    return try ArrowColumn(array, owner: owner).column(field)
  }

  /// Memory of values, and where it is.
  private final class Values {
    let buffers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 2)
    private let memory: UnsafeMutableRawPointer

    init<T>(_ values: [T]) {
      memory = .allocate(byteCount: values.count * MemoryLayout<T>.stride, alignment: 64)
      memory.initializeMemory(as: T.self, from: values, count: values.count)
      buffers[0] = nil
      buffers[1] = UnsafeRawPointer(memory)
    }

    deinit {
      memory.deallocate()
      buffers.deallocate()
    }
  }
}
