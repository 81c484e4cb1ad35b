import Columns
import TestSupport
import Testing

@testable import Kernels

@Suite struct SlidingWindowsTests {
  private static let figures: [WindowFigure] = [
    .count(0), .count(1), .count(2), .count(3), .share(of: 1, among: 0),
    .mean(amount: 0, perCount: 2, unit: 1_000_000, less: 1),
    .mean(amount: 1, perCount: 0, unit: 10, less: 0), .total(amount: 1, unit: 1_000, ifCount: 2),
    .ratio, .knownCount(1, ifCount: 0, orNo: 3),
  ]

  /// Six rows of one entity on days 10, 10, 11, 14, 20 and 20; the second and fifth win.
  private static let one = DatedRows(
    days: [10, 11, 14, 20], dayStarts: [0, 2, 3, 4, 6],
    marks: Buffer([0b101, 0b1_0111, 0b101, 0b001, 0b1_0111, 0b101]),
    first: [DatedAmounts([5_000_000], rows: [1]), DatedAmounts([3_000_000], rows: [4])])

  private static func cells(_ windows: [Int?], _ figures: [WindowFigure]) -> [[String?]] {
    let sliding = SlidingWindows(
      rows: one, codes: [Buffer([0, 0, 0, 0, 0, 0])], entityCount: 1, windows: windows)!
    return sliding.columns(figures, of: 0..<6, threads: 1).map(\.cells)
  }

  @Test func `a window holds the days before the row's own, the first one included`() {
    #expect(
      Self.cells([1, 4, 6, 10, nil], [.count(0)]) == [
        ["0", "0", "2", "0", "0", "0"], ["0", "0", "2", "3", "0", "0"],
        ["0", "0", "2", "3", "1", "1"], ["0", "0", "2", "3", "4", "4"],
        ["0", "0", "2", "3", "4", "4"],
      ])
  }

  @Test func `a figure is there where its rows are`() {
    let roi = WindowFigure.mean(amount: 0, perCount: 2, unit: 1_000_000, less: 1)
    #expect(
      Self.cells([nil, 6], [.share(of: 1, among: 0), roi]) == [
        [nil, nil, "0.5", "0.3333333333333333", "0.25", "0.25"],
        [nil, nil, "1.5", "0.6666666666666666", "0.6666666666666666", "0.6666666666666666"],
        [nil, nil, "0.5", "0.3333333333333333", "0.0", "0.0"],
        // The one row of the six days before has no price.
        [nil, nil, "1.5", "0.6666666666666666", nil, nil],
      ])
  }

  @Test func `rows without an entity count for no one, and have no figures`() {
    let rows = DatedRows(
      days: [1, 2], dayStarts: [0, 2, 4], marks: Buffer([0b11, 0b11, 0b11, 0b11]))
    let sliding = SlidingWindows(
      rows: rows, codes: [Buffer([-1, 0, 0, -1])], entityCount: 2, windows: [3])!
    let columns = sliding.columns([.count(1), .share(of: 1, among: 0)], of: 0..<4, threads: 2)
    #expect(columns.map(\.cells) == [[nil, "0", "1", nil], [nil, nil, "1.0", nil]])
    #expect((0..<4).map { columns[0].slot($0) } == ["0", "0", "1", "0"])
  }

  @Test func `hidden rows have no place`() {
    let rows = DatedRows(
      days: [1, 2, 3], dayStarts: [0, 2, 3, 6],
      marks: Buffer([DatedRows.hidden, 0b11, DatedRows.hidden, 0b11, DatedRows.hidden, 0b01]))
    let sliding = SlidingWindows(
      rows: rows, codes: [Buffer([0, 0, 0]), Buffer([0, 0, 0])], entityCount: 1, windows: [nil])!
    #expect(rows.shownCount == 3)
    #expect(
      sliding.columns([.count(0)], of: 0..<3, threads: 1).map(\.cells) == [["0", "1", "1"]])
    #expect(sliding.columns([.count(0)], of: 2..<3, threads: 1).map(\.cells) == [["1"]])
  }

  @Test(
    arguments: [
      (-1, true), (0, true), (1, true), (2, false), (-2, false), (.max, false), (.min, false),
    ] as [(Int32, Bool)])
  func `an entity beyond the others has no windows`(code: Int32, hasWindows: Bool) {
    let rows = DatedRows(days: [7], dayStarts: [0, 1], marks: Buffer([1]))
    let sliding = SlidingWindows(
      rows: rows, codes: [Buffer([code])], entityCount: 2, windows: [7])
    #expect((sliding != nil) == hasWindows)
  }

  @Test func `an amount of a row that is not marked is a programming error`() async {
    await #expect(processExitsWith: .failure) { Self.join(amountsOf: [0]) }
    await #expect(processExitsWith: .failure) { Self.join(amountsOf: []) }
    await #expect(processExitsWith: .failure) { Self.join(amountsOf: [1, 1]) }
    await #expect(processExitsWith: .failure) { Self.join(amountsOf: [-1]) }
    await #expect(processExitsWith: .failure) { Self.join(amountsOf: [2]) }
    await #expect(processExitsWith: .success) { Self.join(amountsOf: [1]) }
  }

  /// Two rows, the second of which is marked.
  private static func join(amountsOf rows: [Int32]) {
    _ = DatedRows(
      days: [7], dayStarts: [0, 2], marks: Buffer([1, 1 | DatedRows.amountMarks.first]),
      first: [DatedAmounts(rows.map { _ in 5 }, rows: rows)])
  }

  @Test func `nothing in, nothing out`() {
    let rows = DatedRows(days: [], dayStarts: [0], marks: Buffer([]))
    let sliding = SlidingWindows(rows: rows, codes: [], entityCount: 0, windows: [7, nil])!
    let columns = sliding.columns([.count(0), .ratio], of: 0..<0, threads: 3)
    #expect(columns.map(\.count) == [0, 0, 0, 0])
  }

  /// Some rows are hidden; the rows of three blocks fill more than one.
  @Test(
    arguments: LongForm.cases(
      [0, 1, 63, 64, 65, WindowBlock.rowCount, 3 * WindowBlock.rowCount], short: 3))
  func `random rows agree with the plain version`(count: Int) {
    var random = SeededGenerator(UInt64(count))
    for (entities, dayRange) in [(2, 40), (30, 900)] {
      let (rows, codes) = Self.random(count, entities, dayRange, using: &random)
      let sliding = SlidingWindows(
        rows: rows, codes: codes, entityCount: entities,
        windows: [1, 7, nil, 30, 365, 40_000].shuffled(using: &random))!
      let shown = rows.shownCount
      let start = Int.random(in: 0...shown, using: &random)
      for range in [0..<shown, start..<shown] {
        let expected = sliding.referenceColumns(Self.figures, of: range)
        for threads in [1, 3] {
          let found = sliding.columns(Self.figures, of: range, threads: threads)
          for (found, expected) in zip(found, expected) {
            #expect(found.type == expected.type)
            let isSame = found.cells == expected.cells
            #expect(
              isSame, "\(count) rows, \(range), \(threads) threads, seed \(SeededGenerator.seed)")
            // A null's slot holds 0.
            #expect((0..<range.count).allSatisfy { slotIsZero(found, $0) })
          }
        }
      }
    }
  }

  @Test(arguments: [[1, 7, 30], [nil, 3], [400, nil, 1]] as [[Int?]])
  func `pieces in any order agree with the plain version`(windows: [Int?]) {
    var random = SeededGenerator(UInt64(windows.count))
    let (rows, codes) = Self.random(4 * WindowBlock.rowCount, 12, 400, using: &random)
    let sliding = SlidingWindows(rows: rows, codes: codes, entityCount: 12, windows: windows)!
    let shown = rows.shownCount
    let cuts = [0, shown] + (0..<9).map { _ in Int.random(in: 0...shown, using: &random) }
    let inOrder = zip(cuts.sorted(), cuts.sorted().dropFirst()).map { $0..<$1 }
    let expected = inOrder.map { sliding.referenceColumns(Self.figures, of: $0).map(\.cells) }
    for threads in [1, 2, 5] {
      let pieces = WindowPieces(sliding, threads: threads)
      // The second time every piece except one comes after a later one; the third time some are
      // left out.
      for order in [Array(inOrder.indices), inOrder.indices.reversed(), [1, 4, 9, 9, 2]] {
        for piece in order {
          let found = pieces.columns(Self.figures, of: inOrder[piece]).map(\.cells)
          #expect(
            found == expected[piece],
            "\(inOrder[piece]) of \(order), \(threads) threads, seed \(SeededGenerator.seed)")
        }
      }
    }
  }

  /// Rows on random days, some of them empty, each with any marks and amounts.
  private static func random(
    _ count: Int, _ entities: Int, _ dayRange: Int, using random: inout SeededGenerator
  ) -> (DatedRows, [Buffer<Int32>]) {
    var days: [Int32] = []
    var starts = [0]
    var day: Int32 = -50
    while starts.last! < count {
      day += Int32.random(in: 1...Int32(max(1, dayRange / 10)), using: &random)
      days.append(day)
      let rows = Int.random(in: 0...max(1, 4 * count / dayRange), using: &random)
      starts.append(min(count, starts.last! + rows))
    }
    let marks = (0..<count).map { _ -> UInt8 in
      if Int.random(in: 0..<5, using: &random) == 0 { return DatedRows.hidden }
      let mark = UInt8.random(in: 0..<64, using: &random)
      // The rows that a figure is counted among include its own rows.
      return mark & (mark & 0b1 == 0 ? 0b1_1101 : 0xFF) & (mark & 0b100 == 0 ? 0b10_1111 : 0xFF)
    }
    func amounts(_ mark: UInt8) -> DatedAmounts {
      let rows = marks.indices.filter { marks[$0] & mark != 0 }.map { Int32($0) }
      return DatedAmounts(rows.map { _ in .random(in: -3...9_000_000, using: &random) }, rows: rows)
    }
    let rows = DatedRows(
      days: days, dayStarts: starts, marks: Buffer(marks),
      first: [amounts(DatedRows.amountMarks.first)],
      second: [amounts(DatedRows.amountMarks.second)])
    let codes = (0..<count).map { _ in Int32.random(in: -1..<Int32(entities), using: &random) }
    return (rows, Self.parts(Buffer(codes), starts, using: &random))
  }

  /// Codes in parts of whole days.
  private static func parts(
    _ codes: Buffer<Int32>, _ dayStarts: [Int], using random: inout SeededGenerator
  ) -> [Buffer<Int32>] {
    let cuts = dayStarts.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let ends = [0] + cuts + [codes.count]
    return zip(ends, ends.dropFirst()).map { codes.slice($0..<$1) }
  }

  private func slotIsZero(_ column: Column, _ row: Int) -> Bool {
    !column.isNull(row) || ["0", "0.0"].contains(column.slot(row))
  }
}
