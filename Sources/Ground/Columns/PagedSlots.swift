/// Plain values in pages of about two megabytes, which stay where they are when more are appended.
///
/// A scan does not know how many cells and events it will find. Memory that is doubled and copied
/// whenever it is full would take up to three times what they need. Other modules' loops are
/// specialised only with inlinable code.
@usableFromInline package struct PagedSlots<Element: BitwiseCopyable & Sendable>: ~Copyable {
  @usableFromInline package internal(set) var count = 0
  @usableFromInline var capacity = 0
  @usableFromInline var pages: [ColumnMemory<Element>] = []
  @usableFromInline var starts = Slots<Pages<Element>.Start>()

  /// Room for the first values.
  @inlinable static var least: Int { 16 }

  @inlinable package init() {}

  /// Shows values that lie one behind the other, and are only read while their owner lives.
  package init(reading values: Buffer<Element>) {
    (count, capacity) = (values.count, values.count)
    starts = Slots(Pages.starts(of: values))
  }

  /// The value at an index below ``count``.
  @inlinable package subscript(index: Int) -> UnsafeMutablePointer<Element> {
    @inline(__always) get { pagesNow.mutable(index) }
  }

  /// The values; valid until the next change.
  @inlinable package var values: Pages<Element> { pagesNow }

  @inlinable @inline(__always)
  package mutating func append(_ value: Element) {
    if count == capacity { grow() }
    // Safety: there is room for it.
    pagesNow.mutable(count).initialize(to: value)
    count &+= 1
  }

  // MARK: - Implementation

  @inlinable var pagesNow: Pages<Element> {
    @inline(__always) get { Pages(starts: UnsafePointer(starts.start)) }
  }

  /// Makes room for another page; the first is doubled until it is a whole one.
  @inlinable mutating func grow() {
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
@usableFromInline
package struct Pages<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, @unchecked Sendable {
  /// The beginning of a page.
  @usableFromInline package struct Start: BitwiseCopyable, @unchecked Sendable {
    // Safety: the owner of the pages writes to them before others read.
    @usableFromInline let pointer: UnsafeMutablePointer<Element>

    @inlinable init(pointer: UnsafeMutablePointer<Element>) { self.pointer = pointer }
  }

  // Safety: a start for each page; all pages but the last are whole.
  @usableFromInline let starts: UnsafePointer<Start>

  @inlinable package init(starts: UnsafePointer<Start>) { self.starts = starts }

  /// The values of a page: as many as two megabytes hold, or half of that.
  @inlinable package static var length: Int { @inline(__always) get { 1 << shift } }

  @inlinable static var shift: Int {
    @inline(__always) get {
      Int.bitWidth - 1 - ((2 << 20) / MemoryLayout<Element>.stride).leadingZeroBitCount
    }
  }

  /// The value at an index that there is.
  @inlinable @inline(__always)
  package subscript(index: Int) -> UnsafePointer<Element> { UnsafePointer(mutable(index)) }

  @inlinable @inline(__always)
  func mutable(_ index: Int) -> UnsafeMutablePointer<Element> {
    starts[index &>> Self.shift].pointer + (index & (Self.length &- 1))
  }

  /// The starts of pages of values that lie one behind the other, and are only read.
  @inlinable package static func starts(of values: Buffer<Element>) -> ColumnMemory<Start> {
    let count = (values.count + length - 1) / length
    let starts = ColumnMemory<Start>(count: count)
    for page in 0..<count {
      let first = values.pointer.baseAddress! + page * length
      starts.start[page] = Start(pointer: UnsafeMutablePointer(mutating: first))
    }
    return starts
  }
}
