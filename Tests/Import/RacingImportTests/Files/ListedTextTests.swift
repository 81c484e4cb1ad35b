import Columns
import Foundation
import TabularFiles
import Testing

/// Parquet files whose texts come out of lists, as other programs write columns of few names.
struct ListedTextTests {
  @Test(arguments: [2, 1000])
  func `texts out of lists are stored as the same texts row by row`(partRows: Int) throws {
    let (listed, plain) = (TestStore(), TestStore())
    let bytes = try #require(Data(base64Encoded: Self.file))
    let file = try listed.file(Array(bytes), ending: "parquet")
    #expect(try SourceFile(path: file).columnNames() == Self.rows.fields.map(\.name))
    let texts = plain.newPath("parquet")
    let writer = try TableWriter(path: texts, format: .parquet, fields: Self.rows.fields)
    try writer.write(Self.rows)
    try writer.close()
    let found = try MonthPartTests.job(listed, partRows: partRows).run([file])[0]
    let expected = try MonthPartTests.job(plain, partRows: partRows).run([texts])[0]
    #expect(found.counts == expected.counts && found.counts == [6, 4, 0, 2])
    #expect(try listed.rejects() == plain.rejects())
    #expect(try listed.exported() == plain.exported())
    // Codes are given row by row, in whatever order the file lists its texts.
    #expect(try Self.bytes(listed) == Self.bytes(plain))
  }

  /// The bytes of a store's segments of runners and races, and of its dictionaries, by file.
  private static func bytes(_ store: TestStore) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: store.path).filter { name in
      name.hasSuffix(".arrow")
        && ["dictionaries/", "segments/runners/", "segments/races/"].contains(where: name.hasPrefix)
    }
    #expect(names.count > 4)
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: URL(filePath: store.path + "/" + $0)))
      })
  }

  /// The rows of ``file``.
  private static let rows = Table([
    ("race_id", Column(int64s: [1, 1, 1, 2, 2, 2])),
    (
      "date",
      Column(.date, .int32(Buffer([19_844, 19_844, 19_844, 19_876, 19_876, 19_876])), .allValid)
    ),
    ("course", Column(texts: ["Y Park", "Y Park", "Y Park", "A Downs", "A Downs", "A Downs"])),
    ("horse", Column(texts: ["H6", "H5", "H4", "H3", "H2", "H1"])),
    ("jockey", Column(texts: ["[…]", "Cafe\u{301}", nil, " Bob ", "[…]", "Ann Bell"])),
    ("number", Column(.int16, .int16(Buffer([1, 2, 3, 1, 2, 3])), .allValid)),
    ("position", Column(.int16, .int16(Buffer([1, 2, 3, 1, 2, 3])), .allValid)),
    ("sp", Column(texts: ["2.5", "3", "x", "4", "5", "6"])),
  ])

  /// The same rows, their columns of texts dictionaries of pyarrow: the lists have another order, and
  /// texts that no row has.
  private static let file = """
    UEFSMRUEFSAVMkwVBBUAEgAAKLUv/SAQgQAAAQAAAAAAAAACAAAAAAAAABUAFRIVJCwVDBUQFQYVBhwAAAAotS/9IAlJ
    AAACAAAADAEBAzgVBBUQFSJMFQQVABIAACi1L/0gCEEAAIRNAACkTQAAFQAVEhUkLBUMFRAVBhUGHAAAACi1L/0gCUkA
    AAIAAAAMAQEDOBUEFT4VUEwVBhUAEgAAKLUv/SAf+QAABwAAAEEgRG93bnMGAAAAQiBWYWxlBgAAAFkgUGFyaxUAFRQV
    JiwVDBUQFQYVBhwAAAAotS/9IApRAAACAAAADAECAyoAFQQVSBVOTBUMFQASAAAotS/9ICT1AACoAgAAAEgxAgAAAEgy
    MzQ1AgAAAEg2AwQCQMBNSQIVABUWFSgsFQwVEBUGFQYcAAAAKLUv/SALWQAAAgAAAAwBAwPlFAAVBBVeFXBMFQoVABIA
    ACi1L/0gL3kBAAMAAABaZWQIAAAAQW5uIEJlbGwGAAAAQ2FmZcyBBQAAAFvigKZdBQAAACBCb2IgFQAVFhUoLBUMFRAV
    BhUGHAAAACi1L/0gC1kAAAIAAAADOwMDExcAFQQVGBUqTBUGFQASAAAotS/9IAxhAAABAAAAAgAAAAMAAAAVABUUFSYs
    FQwVEBUGFQYcAAAAKLUv/SAKUQAAAgAAAAwBAgMkCRUEFRgVKkwVBhUAEgAAKLUv/SAMYQAAAQAAAAIAAAADAAAAFQAV
    FBUmLBUMFRAVBhUGHAAAACi1L/0gClEAAAIAAAAMAQIDJAkVBBVAFVJMFQwVABIAACi1L/0gIAEBAAMAAAAyLjUBAAAA
    MwEAAAA0AQAAADUBAAAANgEAAAB4FQAVFhUoLBUMFRAVBhUGHAAAACi1L/0gC1kAAAIAAAAMAQMDSDUCFQQZnDUAGAZz
    Y2hlbWEVEAAVBCUCGAdyYWNlX2lkABUCJQIYBGRhdGUlDExsAAAAFQwlAhgGY291cnNlJQBMHAAAABUMJQIYBWhvcnNl
    JQBMHAAAABUMJQIYBmpvY2tleSUATBwAAAAVAiUCGAZudW1iZXIlIEysExARAAAAFQIlAhgIcG9zaXRpb24lIEysExAR
    AAAAFQwlAhgCc3AlAEwcAAAAFgwZHBmMJgAcFQQZNQAGEBkYB3JhY2VfaWQVDBYMFnQWmAEmViYIKSwVBBUAFQIAFQAV
    EBUCADwpBhkmAAwAAAAmABwVAhk1AAYQGRgEZGF0ZRUMFgwWZBaIASbeASagASksFQQVABUCABUAFRAVAgA8KQYZJgAM
    AAAAJgAcFQwZNQAGEBkYBmNvdXJzZRUMFgwWlAEWuAEmlAMmqAIpLBUEFQAVAgAVABUQFQIAPBZOGQYZJgAMAAAAJgAc
    FQwZNQAGEBkYBWhvcnNlFQwWDBagARa4ASbKBCbgAyksFQQVABUCABUAFRAVAgA8FhgZBhkmAAwAAAAmABwVDBk1AAYQ
    GRgGam9ja2V5FQwWDBa2ARbaASakBiaYBSksFQQVABUCABUAFRAVAgA8FjoZBhkmAgoAAAAmABwVAhk1AAYQGRgGbnVt
    YmVyFQwWDBZuFpIBJrgHJvIGKSwVBBUAFQIAFQAVEBUCADwpBhkmAAwAAAAmABwVAhk1AAYQGRgIcG9zaXRpb24VDBYM
    Fm4WkgEmyggmhAgpLBUEFQAVAgAVABUQFQIAPCkGGSYADAAAACYAHBUMGTUABhAZGAJzcBUMFgwWmAEWvAEmhAomlgkp
    LBUEFQAVAgAVABUQFQIAPBYQGQYZJgAMAAAAFrYIFgwmCBbKCgAZHBgMQVJST1c6c2NoZW1hGMwGLy8vLy8zQUNBQUFV
    QUFBQUFBQUFBQUFBQ2dBTUFBWUFCUUFJQUFvQUFBQUFBUVFBQkFBQUFFeisvLzhFQUFBQUNBQUFBQXdDQUFESUFRQUFl
    QUVBQUJBQkFBQzhBQUFBaUFBQUFGQUFBQUFFQUFBQXNQNy8vd0FBQVFVVUFBQUFPQUFBQUJRQUFBQUVBQUFBQUFBQUFB
    SUFBQUJ6Y0FBQUFQLy8veEFBQUFBREFBQUFBQUFBQUFBQUFBQW8vdi8vQUFBQUFRZ0FBQUNnL3YvL2JQNy8vd0FBQVFJ
    UUFBQUFIQUFBQUFRQUFBQUFBQUFBQ0FBQUFIQnZjMmwwYVc5dUFBQUFBR0QrLy84QUFBQUJFQUFBQUtEKy8vOEFBQUVD
    RUFBQUFCZ0FBQUFFQUFBQUFBQUFBQVlBQUFCdWRXMWlaWElBQUpEKy8vOEFBQUFCRUFBQUFGei8vLzhBQUFFRkZBQUFB
    RUFBQUFBZ0FBQUFCQUFBQUFBQUFBQUdBQUFBYW05amEyVjVBQUFJQUJBQUNBQUVBQWdBQUFBTUFBQUFBZ0FBQUFBQUFB
    RGMvdi8vQUFBQUFRZ0FBQUJVLy8vL3JQLy8vd0FBQVFVVUFBQUFSQUFBQUNBQUFBQUVBQUFBQUFBQUFBVUFBQUJvYjNK
    elpRQUFBQWdBRkFBSUFBUUFDQUFBQUJBQUFBQUJBQUFBQUFBQUFBQUFBQUF3Ly8vL0FBQUFBUWdBQUFDby8vLy9FQUFZ
    QUFnQUJnQUhBQXdBRUFBVUFCQUFBQUFBQUFFRkZBQUFBRHdBQUFBZ0FBQUFCQUFBQUFBQUFBQUdBQUFBWTI5MWNuTmxB
    QUFJQUFnQUFBQUVBQWdBQUFBRUFBQUFpUC8vL3dBQUFBRUlBQUFBQkFBRUFBUUFBQURRLy8vL0FBQUJDQkFBQUFBY0FB
    QUFCQUFBQUFBQUFBQUVBQUFBWkdGMFpRQUFCZ0FJQUFZQUJnQUFBQUFBQUFBUUFCUUFDQUFHQUFjQURBQUFBQkFBRUFB
    QUFBQUFBUUlRQUFBQUlBQUFBQVFBQUFBQUFBQUFCd0FBQUhKaFkyVmZhV1FBQ0FBTUFBZ0FCd0FJQUFBQUFBQUFBVUFB
    QUFBPQAYIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGYwcAAAcAAAcAAAcAAAcAAAcAAAcAAAcAAAAOQYA
    AFBBUjE=
    """.replacing("\n", with: "")
}
