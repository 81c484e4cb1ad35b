import Foundation

extension FileSystem {
  /// Returns random bytes that a file keeps for its owner alone; makes them where there are none.
  ///
  /// They are the same in all processes that name the file: of two that begin at the same time one
  /// makes them.
  ///
  /// - Parameters:
  ///   - path: The file; its folder is made if there is none.
  ///   - count: The number of bytes; a file of another size is filled anew.
  /// - Returns: The bytes.
  /// - Throws: ``SystemError`` when the file can be neither read nor made.
  public static func randomBytes(keptIn path: String, count: Int) throws(SystemError) -> Data {
    if !(try exists(path)) { try makeFolder(folder(of: path)) }
    let file = try OpenFile(path, for: .writing, isPrivate: true)
    try file.waitForLock()
    defer { file.unlock() }
    var bytes = Data()
    try file.readAll { bytes.append(contentsOf: $0) }
    if bytes.count == count { return bytes }
    var random = SystemRandomNumberGenerator()
    bytes = Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    try file.cut(to: 0)
    try file.write(bytes, at: 0)
    try file.sync()
    return bytes
  }
}
