import Foundation
import TabularFiles
import TestSupport
import Testing

struct ZstdFramesTests {
  /// Frames of nothing, of a repeated byte, and of noise larger than one block.
  private static func frames() -> [Data] {
    var random = SeededGenerator(21)
    let noise = Data((0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    return [Data(), Data("{\"a\":1}\n".utf8), Data(repeating: 65, count: 500_000), noise].map {
      Compression.zstdFrame(of: $0)
    }
  }

  @Test func `whole frames are measured`() {
    let frames = Self.frames()
    #expect(ZstdFrames.lengths(in: Data(frames.joined())) == frames.map(\.count))
  }

  @Test func `a torn frame, zeros and other bytes behind are not counted`() {
    let frames = Self.frames()
    let whole = frames[1] + frames[2]
    for cut in 1..<frames[1].count {
      #expect(ZstdFrames.lengths(in: whole + frames[1].prefix(cut)) == frames[1...2].map(\.count))
    }
    for rest in [Data(count: 4_096), Data("{}\n".utf8), Data([0x28, 0xB5, 0x2F, 0xFD])] {
      #expect(ZstdFrames.lengths(in: whole + rest) == frames[1...2].map(\.count))
    }
    #expect(ZstdFrames.lengths(in: Data()) == [])
  }

  @Test func `a slice of larger data is measured by its own bytes`() {
    let frame = Self.frames()[1]
    let slice = (Data([1, 2, 3]) + frame).dropFirst(3)
    #expect(ZstdFrames.lengths(in: slice) == [frame.count])
  }
}
