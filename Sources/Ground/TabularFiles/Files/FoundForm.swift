import Columns
import Foundation
import TextEncodings

/// The form of an undescribed CSV text, found from its bytes.
public struct FoundForm: Sendable {
  /// The form; the columns of a text without a header line are numbered.
  public let form: TextForm
  /// The cells of the first line.
  public let firstCells: [String]
  /// The number of cells of most lines below the first, if it differs from the first's.
  public let rowWidth: Int?
  /// The line of the first byte that is not UTF-8, in a text of UTF-8 except for a few bytes.
  public let strayLine: Int?
  /// The confidence that the encoding is the right one, such as `98 %`, where it was guessed by the
  /// letters.
  public let confidence: String?

  /// Examines a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name whose extension gives its kind; by default the last part of the path.
  ///   - stated: The encodings that the text may have; none to find it.
  ///   - isColumnName: Recognises known names of columns: a first line with several of them is a
  ///     header, whatever else is in it.
  /// - Throws: ``FileError`` if it cannot be opened or unpacked.
  public init(
    path: String, name: String? = nil, encodings stated: [TextEncoding] = [],
    isColumnName: (String) -> Bool = { _ in false }
  ) throws(FileError) {
    let kind = SourceKind(fileName: name ?? path)
    guard let kind, kind.isCSV else {
      form = TextForm(encodings: stated)
      firstCells = []
      (rowWidth, strayLine, confidence) = (nil, nil, nil)
      return
    }
    let opened = try SourceFile.readableStatus(path)
    let file = try MappedFile(path)
    let bytes: Buffer<UInt8>
    do throws(FileError) {
      try SourceFile.checkPacking(path, kind, file.bytes)
      bytes = try SourceFile.unpacked(path, kind.packing, file.bytes)
      // Only texts are searched for zero bytes: other files have many.
      if OtherContent(bytes.pointer) == nil { try CSVText.checkHasNoZero(bytes, path) }
    } catch {
      try SourceFile.checkUnchanged(path, opened, file, nil)
      throw error
    }
    let decoding = TextDecoding(file: path, bytes: bytes)
    let found = stated.isEmpty ? decoding.found() : (encodings: stated, confidence: nil)
    let encodings = found.encodings
    confidence = found.confidence
    strayLine = encodings.isEmpty ? Self.strayLine(bytes) : nil
    let whole = try decoding.utf8(encodings)
    let preamble = CSVPreamble(whole.pointer)
    let end = min(whole.count, preamble.length + Self.lookedAt)
    let text = whole.slice(preamble.length..<end)
    let delimiter = preamble.delimiter ?? Self.delimiter(text)
    let records = CSVRecords(text, delimiter: delimiter)
    let first = records.prefix(30).map { records.fields($0) }
    firstCells = first.first ?? []
    rowWidth = Self.rowWidth(first)
    let isHeadless = Self.isData(first) && !Self.isHeader(first, isColumnName)
    let columns = isHeadless ? (1...firstCells.count).map { "column_\($0)" } : nil
    form = TextForm(delimiter: delimiter, encodings: encodings, columns: columns)
  }

  // MARK: - Implementation

  /// The number of bytes to examine: a line may have no end.
  private static let lookedAt = 1 << 20

  /// Finds the line of the first byte that is not UTF-8 in a mostly UTF-8 text; nil for others.
  private static func strayLine(_ bytes: Buffer<UInt8>) -> Int? {
    let text = bytes.pointer
    guard OtherContent(text) == nil, let place = UTF8Text.firstInvalid(text),
      UTF8Text.isMostlyUTF8(text)
    else { return nil }
    return text[..<place].count { $0 == UInt8(ascii: "\n") } + 1
  }

  /// Finds the mark between cells: the one that most of the first records have as often as the
  /// first record or, if there is a note above the table, as most others.
  private static func delimiter(_ text: Buffer<UInt8>) -> UInt8 {
    // Commas come last, because numbers contain them too.
    let delimiters = [";", "\t", "|", ","].map { $0.utf8.first! }
    let widths = delimiters.map { delimiter in
      CSVRecords(text, delimiter: delimiter).prefix(101).map(\.fieldCount)
    }
    func best(_ tableWidth: ([Int]) -> Int?) -> (delimiter: UInt8, share: Double) {
      var best = (delimiter: UInt8(ascii: ","), share: 0.0, width: 1)
      for (delimiter, widths) in zip(delimiters, widths) {
        guard let width = tableWidth(widths), width > 1 else { continue }
        let share = Double(widths.count { $0 == width }) / Double(widths.count)
        if (share, width) > (best.share, best.width) { best = (delimiter, share, width) }
      }
      return (best.delimiter, best.share)
    }
    let byFirst = best { $0.first }
    guard byFirst.share > 0.5 else {
      return best { widths in TextForm.usualWidth(widths.filter { $0 > 1 }) }.delimiter
    }
    guard byFirst.delimiter == delimiters.last else { return byFirst.delimiter }
    // A note may have as many commas as the decimals of a row; the line of column names between
    // them has none.
    return zip(delimiters, widths).first { _, other in
      guard let width = TextForm.usualWidth(other), width > 1,
        let header = other.firstIndex(of: width), header > 0, header < widths.last!.count
      else { return false }
      return widths.last![header] == 1
    }?.0 ?? byFirst.delimiter
  }

  /// Finds the number of cells that more than half of the records below the first have; nil if the
  /// first has as many.
  private static func rowWidth(_ records: [[String]]) -> Int? {
    let widths = records.dropFirst().map(\.count)
    let counts = Dictionary(widths.map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.first { $0.value * 2 > widths.count }?.key
    return most == records.first?.count ? nil : most
  }

  /// Whether the first record has several names of columns that the records below do not repeat; a
  /// single one may be a horse's name.
  private static func isHeader(_ records: [[String]], _ isColumnName: (String) -> Bool) -> Bool {
    guard let first = records.first else { return false }
    let rest = records.dropFirst().filter { $0.count == first.count }
    return first.indices.count { column in
      isColumnName(first[column]) && !rest.contains { $0[column] == first[column] }
    } > 1
  }

  /// Whether the first record looks like data: some cells are numbers, days or times, like the
  /// cells below them.
  private static func isData(_ records: [[String]]) -> Bool {
    guard let first = records.first, records.count > 1 else { return false }
    let rest = records.dropFirst().filter { $0.count == first.count }
    return !rest.isEmpty
      && first.indices.contains { column in
        isFigure(first[column])
          && rest.count { isFigure($0[column]) || $0[column].isEmpty } * 10 >= rest.count * 9
      }
  }

  /// Whether a text is a number, a day or a time.
  private static func isFigure(_ text: String) -> Bool {
    let text = text.utf8
    let marks = Array("0123456789.,:/+- TZ".utf8)
    return text.count { (0x30...0x39).contains($0) } * 2 >= max(text.count, 1)
      && text.allSatisfy(marks.contains)
  }
}
