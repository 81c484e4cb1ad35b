import Kernels
import TestSupport
import Testing

@Suite struct WindowProductTests {
  @Test func `nested windows sum their bands`() {
    let bandSums: [Int64] = [1, 2, 10, 20, 100, 200]
    let windows = [[0], [0, 1], [0, 1, 2], []]
    let expected: [Int64] = [1, 2, 11, 22, 111, 222, 0, 0]
    #expect(fast(windows, bandCount: 3, bandSums, columns: 2) == expected)
    #expect(plain(windows, bandSums, columns: 2) == expected)
  }

  @Test func `empty products have no sums or zeros`() {
    #expect(fast([], bandCount: 2, [1, 2], columns: 1) == [])
    #expect(fast([[0]], bandCount: 1, [], columns: 0) == [])
    #expect(fast([[], []], bandCount: 0, [], columns: 3) == [0, 0, 0, 0, 0, 0])
  }

  @Test(arguments: [0, 1, 48, 49, 50, 51, 52, 53, 60, 61])
  func `sums around the limits of a double are exact`(bits: Int) {
    let power = Int64(1) << bits
    for value in [power - 1, power, power < 1 << 61 ? power + 1 : 0] {
      for bands in 1...3 {
        let bandSums: [Int64] = (1...Int64(bands)).flatMap { [value, -value, value / $0, 1] }
        let windows = [Array(0..<bands), [bands - 1]]
        let sums = fast(windows, bandCount: bands, bandSums, columns: 4)
        #expect(sums == plain(windows, bandSums, columns: 4))
      }
    }
  }

  @Test func `extreme values that cancel are exact`() {
    let bandSums: [Int64] = [.min, .max, .max, .min, 5, -7]
    let windows = [[0, 1, 2], [0], [1], [0, 1], [2]]
    #expect(
      fast(windows, bandCount: 3, bandSums, columns: 2) == plain(windows, bandSums, columns: 2))
  }

  @Test func `many bands leave less room and need more limbs`() {
    let bands = 70_000
    let bandSums = (0..<Int64(bands)).map { $0 + ($0 % 2 == 0 ? Int64.max / 2 : Int64.min / 2) }
    let windows = [Array(0..<bands)]
    #expect(
      fast(windows, bandCount: bands, bandSums, columns: 1) == plain(windows, bandSums, columns: 1))
  }

  @Test func `random blocks agree with the plain version over all panel remainders`() {
    var random = SeededGenerator()
    for columns in Array(0...67) + [400] {
      let bands = Int.random(in: 1...9, using: &random)
      let windows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (0..<bands).filter { _ in Bool.random(using: &random) }
      }
      let bandSums = (0..<bands * columns).map { _ in
        // Narrow panels and wide ones, in turn.
        Int64.random(in: Int64.min...Int64.max, using: &random)
          >> Int64.random(in: columns % 2 == 0 ? 4...63 : 24...63, using: &random)
      }
      let expected = plain(windows, bandSums, columns: columns)
      for panelBytes in [0, 1 << 10, 1 << 20] {
        let sums = fast(
          windows, bandCount: bands, bandSums, columns: columns, panelBytes: panelBytes)
        #expect(sums == expected, "seed \(SeededGenerator.seed)")
      }
    }
  }

  private func fast(
    _ windows: [[Int]], bandCount: Int, _ bandSums: [Int64], columns: Int,
    panelBytes: Int = 1 << 20
  ) -> [Int64] {
    var sums = [Int64](repeating: -1, count: windows.count * columns)
    var span = sums.mutableSpan
    WindowProduct(windows: windows, bandCount: bandCount, panelBytes: panelBytes)
      .fill(&span, bandSums: bandSums.span, columns: columns)
    return sums
  }

  private func plain(_ windows: [[Int]], _ bandSums: [Int64], columns: Int) -> [Int64] {
    WindowProduct.referenceSums(windows: windows, bandSums: bandSums, columns: columns)
  }
}
