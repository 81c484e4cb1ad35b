import Columns
import TestSupport
import Testing

struct ColumnTypeTests {
  @Test(arguments: RandomColumns.types) func `a type's name names it`(type: ColumnType) {
    #expect(ColumnType(name: type.name) == type)
  }

  @Test(arguments: ["", "coded", "coded:", "Int16", "string"])
  func `other names name nothing`(name: String) {
    #expect(ColumnType(name: name) == nil)
  }
}
