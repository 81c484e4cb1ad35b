import Foundation
import TestSupport

/// A workbook as a program reads it that knows nothing of ours: zip and XML by Python.
struct WorkbookReader: Decodable {
  struct Cell: Decodable, Equatable {
    /// The text; nil for a number.
    let text: String?
    let number: Double?
    /// Excel's code of the number format.
    let format: String
    let isBold: Bool
    let isRight: Bool
  }

  struct Sheet: Decodable {
    let name: String
    /// Cells by row and column from 0, such as `3,0`; empty ones are missing.
    let cells: [String: Cell]
    /// The number of rows that stay when the others scroll.
    let frozenRows: Int
    /// The range with filters, such as `A1:C9`.
    let filter: String?
    let widths: [Double]

    subscript(row: Int, column: Int) -> Cell? { cells["\(row),\(column)"] }
  }

  let sheets: [Sheet]
  /// The properties "created" and "modified".
  let times: [String]
  /// Every element's name that occurs in some sheet.
  let elements: [String]
  /// The members' times in the zip archive.
  let zipTimes: [[Int]]

  /// Reads a workbook.
  init(_ path: String) throws {
    let result = try Python.run(Self.script, path)
    guard result.exitCode == 0 else { throw Unreadable(text: result.stderr) }
    self = try JSONDecoder().decode(Self.self, from: Data(result.stdout.utf8))
  }

  struct Unreadable: Error { let text: String }

  private static let script = #"""
    import json, re, sys, zipfile, xml.etree.ElementTree as tree
    X = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
    # Formats that Excel knows by number: ECMA-376, part 1, 18.8.30.
    KNOWN = {0: "General", 3: "#,##0", 4: "#,##0.00", 10: "0.00%"}
    archive = zipfile.ZipFile(sys.argv[1])
    assert archive.testzip() is None
    read = lambda name: tree.fromstring(archive.read(name))
    styles = read("xl/styles.xml")
    codes = KNOWN | {int(f.get("numFmtId")): f.get("formatCode") for f in styles.iter(X + "numFmt")}
    bold = [font.find(X + "b") is not None for font in styles.find(X + "fonts")]
    looks = []
    for style in styles.find(X + "cellXfs"):
        align = style.find(X + "alignment")
        looks.append({"format": codes[int(style.get("numFmtId"))], "isBold": bold[int(style.get("fontId"))],
                      "isRight": align is not None and align.get("horizontal") == "right"})
    plain = lambda text: re.sub("_x([0-9A-Fa-f]{4})_", lambda mark: chr(int(mark[1], 16)), text)
    def place(reference):
        letters, digits = re.fullmatch("([A-Z]+)([0-9]+)", reference).groups()
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - 64
        return f"{int(digits) - 1},{column - 1}"
    targets = {r.get("Id"): r.get("Target") for r in read("xl/_rels/workbook.xml.rels")}
    sheets, elements = [], set()
    for sheet in read("xl/workbook.xml").find(X + "sheets"):
        page = read("xl/" + targets[sheet.get(R + "id")])
        elements |= {element.tag.replace(X, "") for element in page.iter()}
        cells = {}
        for cell in page.iter(X + "c"):
            own = dict(looks[int(cell.get("s", 0))])
            if cell.get("t") == "inlineStr":
                own["text"] = plain("".join(cell.itertext()))
            else:
                assert cell.get("t", "n") == "n", cell.get("t")
                own["number"] = float(cell.find(X + "v").text)
            assert place(cell.get("r")) not in cells
            cells[place(cell.get("r"))] = own
        pane, filters = page.find(f".//{X}pane"), page.find(X + "autoFilter")
        sheets.append({"name": sheet.get("name"), "cells": cells, "frozenRows": int(pane.get("ySplit")) if pane is not None and pane.get("state") == "frozen" else 0,
                       "filter": filters.get("ref") if filters is not None else None,
                       "widths": [float(column.get("width")) for column in page.iter(X + "col")]})
    core = archive.read("docProps/core.xml").decode()
    print(json.dumps({"sheets": sheets, "times": re.findall("<dcterms:[a-z]+ [^>]*>([^<]*)", core), "elements": sorted(elements),
                      "zipTimes": [list(member.date_time) for member in archive.infolist()]}))
    """#
}

/// Rows of CSV as Python reads them.
func csvRows(_ text: String) throws -> [[String]] {
  let folder = try TemporaryFolder()
  let script =
    "import csv, json, sys\n"
    + "print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))))"
  let result = try Python.run(script, folder.write(text, to: "rows.csv"))
  return try JSONDecoder().decode([[String]].self, from: Data(result.stdout.utf8))
}
