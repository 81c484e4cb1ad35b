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

  @Test func `decimals of any width are the texts that they are written as`() throws {
    let small = try Self.column("d:9,3,32", [1_005, -5, .min] as [Int32]).texts
    #expect((0..<3).map { small[$0] } == ["1.005", "-0.005", "-2147483.648"])
    let middle = try Self.column("d:18,-2,64", [0, -7, .max] as [Int64]).texts
    #expect((0..<3).map { middle[$0] } == ["0", "-700", "922337203685477580700"])
    // Python: 2**255 - 1, -(2**255), 2**128, -1.
    let wide: [[UInt64]] = [
      [.max, .max, .max, .max >> 1], [0, 0, 0, 1 << 63], [0, 0, 1, 0], [.max, .max, .max, .max],
    ]
    let texts = try Self.column("d:76,2,256", wide.flatMap { $0 }, count: 4).texts
    #expect(
      (0..<4).map { texts[$0] } == [
        "578960446186580977117854925043439539266349923328202820197287920039565648199.67",
        "-578960446186580977117854925043439539266349923328202820197287920039565648199.68",
        "3402823669209384634633746074317682114.56", "-0.01",
      ])
  }

  @Test(arguments: ["d:8,2,512", "d:8,200", "d:8", "d:8,2,128,1", "d:x,2"])
  func `decimals of another form are refused`(format: String) {
    #expect(throws: WallError.self) { try Self.column(format, [0, 0] as [Int128]) }
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

  @Test func `parts of a microsecond are cut off, towards the past`() throws {
    let nanos: [Int64] = [1_999, 0, -1, -1_000, -1_001, .min, .max]
    #expect(
      Array(try Self.column("tsn:", nanos).int64s) == [
        1, 0, -1, -1, -2, -9_223_372_036_854_776, 9_223_372_036_854_775,
      ])
    #expect(
      Array(try Self.column("tdm", [86_400_000, -1, .min] as [Int64]).int64s) == [
        86_400_000_000, -1_000, .min,
      ])
  }

  @Test func `times of day are texts, and those beyond a day are none`() throws {
    let seconds = try Self.column("tts", [0, 50_700, 86_400, -1] as [Int32]).texts
    #expect((0..<4).map { seconds[$0] } == ["00:00:00", "14:05:00", "86400/1 s", "-1/1 s"])
    let nanos = try Self.column("ttn", [50_700_250_000_000, 1] as [Int64]).texts
    #expect((0..<2).map { nanos[$0] } == ["14:05:00.25", "00:00:00.000000001"])
  }

  @Test(arguments: [
    ("+l", "lists"), ("+m", "maps"), ("+s", "structures"), ("e", "numbers of 16 bits (float16)"),
    ("w:16", "bytes of one length (fixed_size_binary)"), ("tDs", "durations"), ("tiM", "intervals"),
    ("vu", "values of the Arrow format vu"), ("d:8,2,512", "values of the Arrow format d:8,2,512"),
  ])
  func `a format that no column takes is reported in words`(format: String, kind: String) {
    let field = ArrowField(
      name: "c", format: format, isDictionary: false, valueFormat: "", type: nil)
    #expect(field.unreadKind == kind)
    #expect(throws: WallError.self) { try Self.column(format, [0, 0, 0, 0] as [Int64]) }
  }

  @Test(arguments: [
    "c", "C", "s", "S", "i", "I", "L", "l", "f", "g", "b", "tdD", "tdm", "n", "tsu:UTC", "tsn:",
    "tss:",
    "tsm:", "tts", "ttm", "ttu", "ttn", "d:8,2", "d:8,2,32", "d:8,2,64", "d:60,2,256",
  ])
  func `a format that a column takes is read`(format: String) throws {
    let field = ArrowField(
      name: "c", format: format, isDictionary: false, valueFormat: "", type: nil)
    #expect(field.unreadKind == nil)
    let zeros = [Int64](repeating: 0, count: 8)
    #expect(try Self.column(format, zeros, count: 2).count == 2)
  }

  /// Returns a column without nulls, of so many values.
  private static func column<T>(_ format: String, _ values: [T], count: Int? = nil) throws -> Column
  {
    let owner = Values(values)
    var array = ArrowArray()
    array.length = Int64(count ?? values.count)
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
