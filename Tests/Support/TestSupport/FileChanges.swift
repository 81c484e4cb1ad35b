import Foundation

/// Reads a file's bytes, changes them and writes them back.
///
/// - Parameters:
///   - path: The file.
///   - change: Changes its bytes.
/// - Throws: If it cannot be read or written.
public func rewrite(_ path: String, _ change: (inout Data) -> Void) throws {
  var data = try Data(contentsOf: URL(fileURLWithPath: path))
  change(&data)
  try data.write(to: URL(fileURLWithPath: path))
}

/// Returns the files below a folder, relative to it, sorted.
public func files(below folder: String) -> [String] {
  let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  return all.filter { name in
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
    return attributes?[.type] as? FileAttributeType != .typeDirectory
  }.sorted()
}
