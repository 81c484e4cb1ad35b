import ColumnStore
import Columns
import TestSupport
import Testing

struct PlainArrowTests {
  private let store: SampleStore

  init() throws { store = try SampleStore() }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `segments and dictionaries are plain Arrow files`() throws {
    try store.commit(jockeys: ["Dettori", "Éric", "Dettori"], points: [5, nil, -7])
    let script = """
      import glob, sys, pyarrow.ipc as ipc
      def table(pattern):
        [path] = glob.glob(sys.argv[1] + pattern)
        return ipc.open_file(path).read_all()
      rides = table("/segments/rides/*.arrow").to_pydict()
      names = table("/dictionaries/jockey.*.arrow").to_pydict()
      print([names["name"][code] for code in rides["jockey"]], rides["points"], names["code"])
      """
    let result = try Python.run(script, store.path)
    #expect(result.stderr == "")
    #expect(result.stdout == "['Dettori', 'Éric', 'Dettori'] [5, None, -7] [0, 1]\n")
  }

  @Test(.enabled(if: Python.hasPackages, "\(Python.absence)"))
  func `every column type has the Arrow type its name promises`() throws {
    var random = SeededGenerator()
    let writer = try StoreWriter(store: store.path)
    try writer.replace(
      "rows", SampleStore.january,
      with: RandomColumns.table(count: 50, nulls: true, using: &random))
    try writer.commit()
    let script = """
      import glob, sys, pyarrow.ipc as ipc
      [path] = glob.glob(sys.argv[1] + "/segments/rows/*.arrow")
      table = ipc.open_file(path).read_all()
      table.validate(full=True)
      for field in table.schema:
        kind = field.metadata[b"railbird.type"].decode()
        print(field.name, kind == field.name, field.type)
      """
    let result = try Python.run(script, store.path)
    #expect(result.stderr == "")
    #expect(
      result.stdout == """
        int16 True int16
        int32 True int32
        int64 True int64
        double True double
        boolean True bool
        date True date32[day]
        instant True timestamp[us, tz=UTC]
        micros True int64
        text True string
        coded:horse True int32

        """)
  }
}
