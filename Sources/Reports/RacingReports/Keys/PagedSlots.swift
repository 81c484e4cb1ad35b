import Columns

/// Plain values in pages of about two megabytes, which stay where they are when more are appended.
///
/// A scan does not know how many cells and events it will find. Memory that is doubled and copied
/// whenever it is full would take up to three times what they need.
struct PagedSlots<Element: BitwiseCopyable & Sendable>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var pages: [ColumnMemory<Element>] = []
  private var starts = Slots<Pages<Element>.Start>()

  /// Room for the first values.
  private static var least: Int { 16 }

  /// The value at an index below ``count``.
  subscript(index: Int) -> UnsafeMutablePointer<Element> {
    @inline(__always) get { pagesNow.mutable(index) }
  }

  /// The values; valid until the next change.
  var values: Pages<Element> { pagesNow }

  @inline(__always)
  mutating func append(_ value: Element) {
    if count == capacity { grow() }
    // Safety: there is room for it.
    pagesNow.mutable(count).initialize(to: value)
    count &+= 1
  }

  // MARK: - Implementation

  private var pagesNow: Pages<Element> {
    @inline(__always) get { Pages(starts: UnsafePointer(starts.start)) }
  }

  /// Makes room for another page; the first is doubled until it is a whole one.
  private mutating func grow() {
    let whole = Pages<Element>.length
    let isFirst = capacity < whole
    let page = ColumnMemory<Element>(
      count: isFirst ? min(whole, max(Self.least, 4 * capacity)) : whole)
    if isFirst, let first = pages.popLast() {
      page.start.initialize(from: first.start, count: count)
      starts.removeAll()
    }
    pages.append(page)
    starts.append(Pages.Start(pointer: page.start))
    capacity = isFirst ? page.count : capacity + whole
  }
}

/// Values in pages of one length, to be read while their owner lives.
struct Pages<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, @unchecked Sendable {
  /// The beginning of a page.
  struct Start: BitwiseCopyable, @unchecked Sendable {
    // Safety: whoever has the pages writes to them before others read.
    let pointer: UnsafeMutablePointer<Element>
  }

  // Safety: a start for each page, all of which but the last are whole.
  fileprivate let starts: UnsafePointer<Start>

  init(starts: UnsafePointer<Start>) { self.starts = starts }

  /// The values of a page: as many as two megabytes hold, or half of that.
  static var length: Int { @inline(__always) get { 1 << shift } }

  private static var shift: Int {
    @inline(__always) get {
      Int.bitWidth - 1 - ((2 << 20) / MemoryLayout<Element>.stride).leadingZeroBitCount
    }
  }

  /// The value at an index that there is.
  @inline(__always)
  subscript(index: Int) -> UnsafePointer<Element> { UnsafePointer(mutable(index)) }

  @inline(__always)
  fileprivate func mutable(_ index: Int) -> UnsafeMutablePointer<Element> {
    starts[index &>> Self.shift].pointer + (index & (Self.length &- 1))
  }

  /// The starts of pages of values that lie one behind the other, and are only read.
  static func starts(of values: Buffer<Element>) -> ColumnMemory<Start> {
    let count = (values.count + length - 1) / length
    let starts = ColumnMemory<Start>(count: count)
    for page in 0..<count {
      let first = values.pointer.baseAddress! + page * length
      starts.start[page] = Start(pointer: UnsafeMutablePointer(mutating: first))
    }
    return starts
  }
}
