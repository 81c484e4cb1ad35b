/// The names and usual abbreviations of months in the languages of racing's sources but English.
///
/// A name means one month in all of these languages, so a text needs no language.
enum MonthNames {
  /// The number of each month, by its name in lowercase.
  static let months: [String: Int] = Dictionary(
    lines.enumerated().flatMap { index, names in
      names.split(separator: " ").map { (String($0), index + 1) }
    }, uniquingKeysWith: { first, _ in first })

  /// Per month: French, German, Spanish, Italian, Portuguese, Dutch and Nordic, Polish, Turkish,
  /// Finnish, Czech.
  private static let lines = [
    """
    janvier janv januar jänner enero ene gennaio gen janeiro januari stycznia sty ocak oca \
    tammikuuta ledna
    """,
    """
    février fevrier févr fevr fév februar febrero febbraio fevereiro fev februari lutego lut şubat \
    subat şub helmikuuta února
    """,
    "mars märz maerz mär marzo março marco maart mrt marts mrz marca mart maaliskuuta března",
    "avril avr abril abr aprile kwietnia kwi nisan nis huhtikuuta dubna",
    "mai mayo maggio mag maio maj mei maja mayıs mayis toukokuuta května",
    "juin juni junio giugno giu junho czerwca cze haziran haz kesäkuuta června",
    "juillet juil juli julio luglio lug julho lipca lip temmuz tem heinäkuuta července",
    "août aout agosto ago augusti augustus sierpnia sie ağustos agustos ağu elokuuta srpna",
    """
    sept septembre septiembre settembre set sett setembro eylül eylul eyl września wrz syyskuuta \
    září
    """,
    """
    octobre oktober okt octubre ottobre ott outubro out października paź paz ekim eki lokakuuta \
    října
    """,
    "novembre noviembre novembro listopada kasım kasim kas marraskuuta listopadu",
    """
    décembre decembre déc dezember dez diciembre dic dicembre dezembro desember des grudnia gru \
    aralık aralik ara joulukuuta prosince
    """,
  ]
}
