import ColumnStore
import Foundation
import Mappings
import RacingExport
import TabularFiles
import TestSupport

/// All bytes of a store, of its archive unpacked, and of its exports, to be searched.
struct StoreSearch {
  /// The length of the pieces that texts are searched by.
  static let pieceLength = 8

  private var contents: [(name: String, bytes: Data)] = []

  /// Reads a store; exports are written to the test's folder.
  init(_ store: String, _ folder: TemporaryFolder) throws {
    for name in files(below: store) {
      let bytes = try Data(contentsOf: URL(filePath: store + "/" + name))
      contents.append((name, bytes))
      var text = Data()
      for (start, length) in Self.frames(of: bytes) {
        text += Compression.text(ofZstdFrame: bytes[start..<(start + length)]) ?? Data()
      }
      if !text.isEmpty { contents.append((name + " (unpacked)", text)) }
    }
    let out = folder.file(UUID().uuidString)
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    // Before the first commit there is nothing to export.
    guard let snapshot = try? Snapshot(store: store) else { return }
    let job = ExportJob(snapshot)
    for table in job.tableNames {
      for (ending, format) in [("csv", TableFormat.csv), ("arrow", .arrow)] {
        let file = "\(out)/\(table).\(ending)"
        try job.write(table, to: file, as: format)
        contents.append((table + "." + ending, try Data(contentsOf: URL(filePath: file))))
      }
    }
  }

  /// The files that hold a text as a whole.
  func holders(of text: String) -> [String] {
    contents.filter { $0.bytes.range(of: Data(text.utf8)) != nil }.map(\.name)
  }

  /// The pieces of a text, each of eight bytes, that some file holds; those that our own mapping
  /// has in its words do not count.
  func pieces(of texts: [String]) -> [String] {
    let own = Self.pieces(of: Data(Mapping.builtInText("chatist")!.utf8))
    let wanted = texts.reduce(into: Set<UInt64>()) { $0.formUnion(Self.pieces(of: Data($1.utf8))) }
      .subtracting(own)
    return contents.flatMap { name, bytes in
      Self.pieces(of: bytes).intersection(wanted).map { "\(name): \(Self.text($0))" }
    }
  }

  // MARK: - Implementation

  private static func frames(of bytes: Data) -> [(Int, Int)] {
    guard bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else { return [] }
    var start = bytes.startIndex
    return ZstdFrames.lengths(in: bytes).map { length in
      defer { start += length }
      return (start, length)
    }
  }

  private static func pieces(of bytes: Data) -> Set<UInt64> {
    var pieces: Set<UInt64> = []
    var piece: UInt64 = 0
    for (index, byte) in Array(bytes).enumerated() {
      piece = piece << 8 | UInt64(byte)
      if index >= pieceLength - 1 { pieces.insert(piece) }
    }
    return pieces
  }

  private static func text(_ piece: UInt64) -> String {
    String(
      decoding: (0..<8).reversed().map { UInt8(truncatingIfNeeded: piece >> ($0 * 8)) },
      as: UTF8.self)
  }
}
