import Columns
import Foundation
import TestSupport
import Testing

@testable import TabularFiles

/// The parts of an Arrow file that have checksums of their own.
struct ArrowPartsTests {
  /// The first values of `xsum_sanity_check.c` in xxHash's own tests.
  @Test(arguments: [
    ([UInt8](), UInt64(0), UInt64(0x2D06_8005_38D3_94C2)),
    ([], 0x9E37_79B1_85EB_CA8D, 0xA8A6_B918_B2F0_364A),
    ([0], 0, 0xC44B_DFF4_074E_ECDB),
  ])
  func `a part's checksum is XXH3 of 64 bits`(bytes: [UInt8], seed: UInt64, sum: UInt64) {
    #expect(bytes.withUnsafeBytes { ArrowParts.sum($0, seed: seed) } == sum)
  }

  @Test func `the parts are all bytes of a file, and each has its own checksum`() throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let path = folder.file("parts.arrow")
    try ArrowFile.write(RandomColumns.table(count: 300, nulls: true, using: &random), to: path)
    let sums = try ArrowFile.partSums(of: path)
    let parts = try ArrowFile.mapped(path).parts
    // Writers compute them from the file's bytes, readers part by part.
    #expect([parts.descriptionSum] + (0..<parts.columnCount).map(parts.sum(ofColumn:)) == sums)
    let size = try Data(contentsOf: URL(filePath: path)).count
    var met = Set<Int>()
    for place in stride(from: 0, to: size, by: 7) {
      try rewrite(path) { $0[place] ^= 1 }
      // Damage of the description may be refused before any checksum.
      if let found = try? ArrowFile.partSums(of: path) {
        let changed = zip(sums, found).enumerated().filter { $0.element.0 != $0.element.1 }
        #expect(!changed.isEmpty, "byte \(place), seed \(SeededGenerator.seed)")
        met.formUnion(changed.map(\.offset))
      }
      try rewrite(path) { $0[place] ^= 1 }
    }
    #expect(met == Set(sums.indices))
  }
}
