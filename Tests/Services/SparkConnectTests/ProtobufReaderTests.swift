import Foundation
import TestSupport
import Testing

@testable import SparkConnect

/// The reader of messages: known bytes of Google's library, and bytes that are none.
struct ProtobufReaderTests {
  @Test func `a batch of rows is read`() throws {
    let answer = try ExecutionAnswer(
      Data(
        hex:
          "0a2430303131323233332d343435352d363637372d383839392d61616262636364646565666612090803"
          + "12030102ff1800622438623163306435322d303030302d343030302d383030302d3030303030303030303030"
          + "316a03722d317a03737276"))
    #expect(answer.id == "r-1" && !answer.isLast && answer.progress == nil)
    #expect(answer.batch?.rowCount == 3 && answer.batch?.start == 0)
    #expect(answer.batch?.bytes == Data([1, 2, 255]))
  }

  @Test func `a report of progress is summed over its stages`() throws {
    let answer = try ExecutionAnswer(
      Data(
        hex: "6a03722d3292011d0a0f0801100a180a2080808080802028010a080802100418012005" + "1002"))
    let progress = try #require(answer.progress)
    #expect(answer.id == "r-2" && answer.batch == nil)
    #expect(progress.stageCount == 2 && progress.stagesDone == 1)
    #expect(progress.taskCount == 14 && progress.tasksDone == 11 && progress.tasksRunning == 2)
    #expect(progress.bytesRead == 1 << 40 + 5)
  }

  @Test func `the last answer says so`() throws {
    let answer = try ExecutionAnswer(Data(hex: "6a03722d337200"))
    #expect(answer.isLast && answer.id == "r-3")
  }

  @Test func `numbers of every length come back`() throws {
    for shift in 0..<64 {
      let power = UInt64(1) << UInt64(shift)
      for number in [power, power - 1, UInt64.max - power] {
        let message = ProtobufWriter.message { $0.add(5, number) }
        #expect(try ProtobufReader(message).number(5) == Int64(bitPattern: number))
      }
    }
  }

  @Test func `unknown fields of every kind are skipped`() throws {
    var message = Data([0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x15, 1, 2, 3, 4])
    message += ProtobufWriter.message {
      $0.add(900, "new")
      $0.add(3, "known")
    }
    #expect(try ProtobufReader(message).text(3) == "known")
  }

  @Test(arguments: [
    ("08", "a message that ends inside field 1"),
    ("0a05616263", "a message that ends inside field 1"),
    ("0affffffffffffffffff01", "a message that ends inside field 1"),
    ("08ffffffffffffffffff7f", "a number of more than 64 bits in field 1"),
    ("08ffffffffffffffffffff01", "a number of more than 64 bits in field 1"),
    ("0000", "field 0"), ("0b", "field 1 of the wire type 3"),
    ("0901020304", "a message that ends inside field 1"),
    ("80", "a message that ends inside a tag"),
  ])
  func `bytes that are no message are refused`(hex: String, found: String) {
    #expect(throws: ProtobufReader.Problem(found: found)) { try ProtobufReader(Data(hex: hex)) }
  }

  @Test func `random bytes never crash it`() {
    var generator = SeededGenerator(7)
    for _ in 0..<2_000 {
      let bytes = Data(
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        })
      _ = try? ExecutionAnswer(bytes)
    }
  }
}
