import Columns
import Testing

struct BufferTests {
  @Test(arguments: 0...9) func `a buffer gives back its values`(count: Int) {
    let values = (0..<count).map { Int32($0 * $0) }
    let buffer = Buffer(values)
    #expect(buffer.count == count)
    #expect(Array(buffer.pointer) == values)
    #expect((0..<count).map { buffer[$0] } == values)
    let span = buffer.span
    var lent: [Int32] = []
    for index in span.indices { lent.append(span[index]) }
    #expect(lent == values)
  }

  @Test func `a buffer is filled in place`() {
    let buffer = Buffer<Int64>(count: 5) { out in
      for index in out.indices { out.initializeElement(at: index, to: Int64(index) - 2) }
    }
    #expect(Array(buffer.pointer) == [-2, -1, 0, 1, 2])
  }

  @Test func `a slice shares the memory and outlives the buffer`() {
    var buffer: Buffer<Int16>? = Buffer([10, 11, 12, 13])
    let start = buffer!.pointer.baseAddress
    let slice = buffer!.slice(1..<3)
    buffer = nil
    #expect(slice.pointer.baseAddress == start.map { $0 + 1 })
    #expect(Array(slice.pointer) == [11, 12])
    #expect(slice.slice(2..<2).count == 0)
  }

  @Test func `borrowed memory lives as long as any slice of it`() {
    final class Owner {
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 3)
      deinit { memory.deallocate() }
    }
    weak var watched: Owner?
    var slice: Buffer<UInt8>?
    do {
      let owner = Owner()
      watched = owner
      for index in 0..<3 { (owner.memory + index).initialize(to: UInt8(index)) }
      slice = Buffer(borrowing: UnsafePointer(owner.memory), count: 3, owner: owner).slice(1..<3)
    }
    #expect(watched != nil)
    #expect(slice.map { Array($0.pointer) } == [1, 2])
    slice = nil
    #expect(watched == nil)
  }

  @Test func `an empty buffer needs no memory`() {
    let empty = Buffer<Double>(borrowing: nil, count: 0, owner: nil)
    #expect(empty.count == 0)
    #expect(empty.pointer.isEmpty)
    #expect(empty.slice(0..<0).count == 0)
  }

  @Test func `an index past the end is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Buffer<Int32>([1, 2])[2] }
    await #expect(processExitsWith: .failure) { _ = Buffer<Int32>([1, 2]).slice(1..<3) }
  }

  @Test func `a buffer is a collection of its values`() {
    let buffer = Buffer<Int32>([3, 1, 2])
    #expect(Array(buffer) == [3, 1, 2] && buffer.sorted() == [1, 2, 3])
    #expect(buffer.last == 2 && Buffer<Int32>([]).isEmpty)
    #expect(buffer.slice(1..<3).map { $0 * 2 } == [2, 4])
  }

  @Test func `an iterator keeps the memory of a buffer that is gone`() {
    final class Owner {}
    weak var watched: Owner?
    func iterator() -> BufferIterator<Int32> {
      let owner = Owner()
      watched = owner
      let memory = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
      memory.initialize(to: 7)
      return Buffer(borrowing: memory, count: 1, owner: owner).makeIterator()
    }
    var values = iterator()
    #expect(watched != nil)
    #expect(values.next() == 7 && values.next() == nil)
  }

  @Test func `generic code gets at the memory, too`() {
    func sum(_ numbers: some Sequence<Int32>) -> Int32? {
      numbers.withContiguousStorageIfAvailable { $0.reduce(0, +) }
    }
    #expect(sum(Buffer<Int32>([1, 2, 3]).slice(1..<3)) == 5)
    #expect(sum(Buffer<Int32>([])) == 0)
    #expect(Array(Buffer<Int32>([1, 2, 3])) == [1, 2, 3])
  }
}
