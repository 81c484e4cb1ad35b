import Mappings
import TabularFiles

/// The layout of files that one table of a mapping reads, in any encodings.
///
/// Columns may come and go, as members of JSON do: files belong together if they share those that
/// identify races and runners.
struct FileLayout {
  private let columns: Set<String>
  private let form: TextForm
  private let rowPath: String?
  private let feeds: TableMapping.Target
  /// The columns of the fields that no row can do without.
  private let needed: Set<String>
  /// The columns of each field that may identify a runner.
  private let identities: [String: [String]]

  private static let neededFields: Set = ["race_id", "date", "pool"]
  /// The smallest share of the columns of the narrower file that the other one must have.
  private static let leastShare = 0.5

  init(_ proposal: MappingProposal) {
    columns = Set(proposal.sample.columns)
    var form = proposal.sample.file.form
    form.encodings = []
    self.form = form
    rowPath = proposal.sample.rowPath?.text
    feeds = proposal.feeds
    needed = Set(
      proposal.fields.filter { Self.neededFields.contains($0.name) }.flatMap(\.columns))
    let runners = proposal.fields.filter { TableMapping.standardKey.contains($0.name) }
    identities = Dictionary(runners.map { ($0.name, $0.columns) }) { first, _ in first }
  }

  /// Whether another file may be read by the same table.
  func takes(_ other: FileLayout) -> Bool {
    guard form == other.form, rowPath == other.rowPath, feeds == other.feeds else { return false }
    guard columns != other.columns else { return true }
    let shared = columns.intersection(other.columns)
    let isIdentified =
      feeds != .runners || identities.contains { other.identities[$0.key] == $0.value }
    return needed == other.needed && needed.intersection(columns).isSubset(of: shared)
      && isIdentified
      && Double(shared.count)
        >= Self.leastShare * Double(min(columns.count, other.columns.count))
  }
}

extension MappingProposal {
  /// Reads a further file of the layout too: fields whose columns only some files have become
  /// optional, and the file's own fields are added.
  mutating func takeFields(of other: MappingProposal) {
    takeDays(of: other)
    let own = Set(sample.columns).union(added)
    let others = Set(other.sample.columns)
    guard own != others else { return }
    lacking.formUnion(own.symmetricDifference(others))
    added.formUnion(others)
    for index in fields.indices where fields[index].name != "race_id" {
      let missing = fields[index].columns.filter { $0 != Self.fileName && !others.contains($0) }
      if !missing.isEmpty { fields[index].beOptional() }
    }
    for var field in other.fields where !has(field.name) {
      guard !constants.contains(where: { $0.field == field.name }) else { continue }
      field.beOptional()
      fields.append(field)
    }
    sortFields()
  }

  private static let fileName = "@file"

  /// Reads the days of a further file in its own notation too, and makes the race key of their
  /// values.
  private mutating func takeDays(of other: MappingProposal) {
    func members(_ proposal: MappingProposal) -> [String]? {
      proposal.fields.first { $0.name == "date" }?.members
    }
    guard let place = fields.firstIndex(where: { $0.name == "date" }),
      let own = profile(of: "date"), let days = other.profile(of: "date"),
      own.column == days.column, own.piece == nil, days.piece == nil,
      fields[place].members != members(other)
    else { return }
    let all = furtherDays + days.values
    let fit = DateFit(ColumnProfile(own.column, own.values + all)).fit
    guard fit.share > 0.98, !fit.doubts.contains(where: { $0.contains(DateFit.contradiction) })
    else { return }
    furtherDays = all
    fields[place].members = own.members + fit.members
    takeDayIntoKey()
  }
}

extension ProposedField {
  private static let option = "optional: true"

  /// Lets files lack the columns.
  mutating func beOptional() {
    if !members.contains(Self.option) { members.append(Self.option) }
  }

  /// The source, whether files may lack its columns or not.
  var sourceOfAll: String {
    "{" + members.filter { $0 != Self.option }.joined(separator: ", ") + "}"
  }
}
