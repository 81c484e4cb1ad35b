import Mappings
import TabularFiles

extension [SourceFile] {
  /// Works on files; if they have changed meanwhile, reports that instead of a failure.
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
