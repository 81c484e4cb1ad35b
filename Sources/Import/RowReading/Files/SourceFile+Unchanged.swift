import Mappings
import TabularFiles

extension [SourceFile] {
  /// Works on files; a failure after they were changed meanwhile is told as the change.
  @inlinable package func unchanged<Result>(
    _ body: () throws(ImportError) -> Result
  ) throws(ImportError) -> Result {
    do throws(ImportError) {
      return try body()
    } catch {
      for file in self { try onFile { () throws(FileError) in try file.checkUnchanged() } }
      throw error
    }
  }
}
