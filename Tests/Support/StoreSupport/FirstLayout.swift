import ColumnStore
import Columns
import Foundation
import TabularFiles

/// Converts stores to the first layout, as older versions wrote them.
public enum FirstLayout {
  private struct NoStore: Error {}

  /// Returns the words before the checksum in a store's manifest.
  public static func header(of store: String) throws -> String {
    let text = try String(contentsOfFile: store + "/MANIFEST", encoding: .utf8)
    return text.split(separator: " ").prefix(2).joined(separator: " ")
  }

  /// Gives a store's files a SHA-256 in place of the manifest's checksum, its runners the columns
  /// that the first layout kept with each of them, and removes the later columns of imports.
  public static func make(of store: String) throws {
    let snapshot = try Snapshot(store: store)
    let text = try String(contentsOfFile: store + "/MANIFEST", encoding: .utf8)
    guard let body = text.split(separator: "\n").last,
      var manifest = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
      var segments = manifest["segments"] as? [[String: Any]],
      var dictionaries = manifest["dictionaries"] as? [String: [[String: Any]]]
    else { throw NoStore() }
    for segment in segments {
      try rewrite(segment, in: store, snapshot)
    }
    for index in segments.indices { try reseal(&segments[index], in: store) }
    for (name, parts) in dictionaries {
      for index in parts.indices { try reseal(&dictionaries[name]![index], in: store) }
    }
    manifest["segments"] = segments
    manifest["dictionaries"] = dictionaries
    let old = try JSONSerialization.data(
      withJSONObject: manifest, options: [.sortedKeys, .withoutEscapingSlashes])
    let header = "railbird-store 1 \(Checksum.hex(of: old))\n"
    try (Data(header.utf8) + old).write(to: URL(filePath: store + "/MANIFEST"))
  }

  // MARK: - Implementation

  private static let provenance = ["source", "import_id"]

  /// Moves the data that the second layout keeps once per race.
  private static func rewrite(_ entry: [String: Any], in store: String, _ snapshot: Snapshot) throws
  {
    guard let file = entry["file"] as? String, let table = entry["table"] as? String,
      let number = entry["month"] as? Int
    else { throw NoStore() }
    let month = Month(number)
    guard ["races", "runners", "imports"].contains(table) else { return }
    let races = snapshot.segment(of: "races", month: month)?.rows ?? Table([])
    var rows = snapshot.segment(of: table, month: month)!.rows
    if table == "runners" {
      let index = Array(rows["race_index"]!.int32s)
      for name in ["race_id"] + provenance {
        guard let column = races[name] else { continue }
        rows = rows.replacing(name, column.gathered(index))
      }
    } else {
      let gone = table == "races" ? provenance : ["xxh128", "duplicate_months"]
      let kept = zip(rows.fields, rows.columns).filter { !gone.contains($0.0.name) }
      rows = Table(kept.map { (name: $0.0.name, column: $0.1) })
    }
    // Readers have the old file mapped, so it is not written over.
    try ArrowFile.write(rows, to: store + "/" + file + ".old")
    try FileManager.default.removeItem(atPath: store + "/" + file)
    try FileManager.default.moveItem(
      atPath: store + "/" + file + ".old", toPath: store + "/" + file)
  }

  private static func reseal(_ entry: inout [String: Any], in store: String) throws {
    guard let file = entry["file"] as? String else { throw NoStore() }
    let sum = try Checksum.ofFile(store + "/" + file)
    entry["xxh128"] = nil
    entry["sums"] = nil
    entry["sha256"] = sum.hex
    entry["bytes"] = sum.bytes
  }
}
