import TextEncodings

/// The form of a text: its encoding; a CSV text's mark between cells and column names, or the
/// reader of a JSON text's lines.
public struct TextForm: Hashable, Sendable {
  /// The possible marks between cells.
  public static let delimiters = ",;\t|"

  /// Finds the number of cells that most records have; of two equally frequent ones the larger.
  static func usualWidth(_ widths: [Int]) -> Int? {
    Dictionary(widths.map { ($0, 1) }, uniquingKeysWith: +)
      .max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  /// The mark between cells, ASCII.
  public var delimiter = UInt8(ascii: ",")
  /// The encodings that the text may have; the first that fits is used.
  ///
  /// An empty list means UTF-8, or the encoding that the bytes show.
  public var encodings: [TextEncoding] = []
  /// The columns' names if the text has no header line; nil if it has one.
  public var columns: [String]?
  /// The widths of the cells of a text without marks between them; none for any other text.
  public var widths: [Int] = []

  /// Whether the header line's letters are read as capitals.
  public var hasCapitalNames = false

  /// The reader of a JSON text whose lines are no rows by themselves; nil for any other text.
  public var lines: LineReader?

  /// The form of RFC 4180: commas, UTF-8, a header line.
  public static let standard = TextForm()

  /// Describes a text.
  ///
  /// - Parameters:
  ///   - delimiter: The mark between cells, ASCII.
  ///   - encodings: The encodings it may have; none means the one that the bytes show.
  ///   - columns: The columns' names if it has no header line.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), encodings: [TextEncoding] = [], columns: [String]? = nil
  ) {
    self.delimiter = delimiter
    self.encodings = encodings
    self.columns = columns
  }
}

/// The bytes before a table: byte order marks, and a line such as `sep=;`, in which spreadsheets
/// state the mark between cells.
struct CSVPreamble {
  private(set) var length = 0
  /// The mark that the line states; nil without such a line.
  private(set) var delimiter: UInt8?

  /// Examines a text's beginning.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    // Safety: collection methods alone read the text, within its bounds.
    while text[length...].starts(with: CSVText.mark) { length += CSVText.mark.count }
    let line = text[length...].prefix { $0 != UInt8(ascii: "\n") }
    let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard content.count == 5, content.starts(with: "sep=".utf8), line.endIndex < text.endIndex,
      let mark = content.last, TextForm.delimiters.utf8.contains(mark)
    else { return }
    delimiter = mark
    length = line.endIndex + 1
  }
}
