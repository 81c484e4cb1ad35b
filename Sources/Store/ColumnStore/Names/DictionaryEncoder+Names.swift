extension DictionaryEncoder {
  /// Returns the code of the name of a horse, a person or a course.
  ///
  /// A name has the code of a known one that differs from it only in blanks, in marks without
  /// width, or in compatibility forms such as letters of full width; the known spelling stays. A
  /// new name is stored without such blanks and marks.
  ///
  /// - Parameter name: The name in UTF-8.
  /// - Returns: The code; nil if the bytes are not valid UTF-8.
  package func nameCode(_ name: UnsafeBufferPointer<UInt8>) -> Int32? {
    knownCode(name) ?? otherForms.code(name, in: self)
  }
}

/// The names of a dictionary that have other forms, and the spellings that were looked up.
final class OtherNameForms {
  /// The codes of names that are not in the form in which names are compared, by that form.
  private var byKey: [[UInt8]: Int32] = [:]
  /// The number of names searched for such forms.
  private var examinedCount = 0
  /// The codes of spellings that are not in the dictionary.
  private var spellings: [[UInt8]: Int32] = [:]

  /// Returns the code of a name that the dictionary does not have as it is.
  func code(_ name: UnsafeBufferPointer<UInt8>, in names: DictionaryEncoder) -> Int32? {
    let isSettled = NameForm.isSettled(name)
    let spelling = Array(name)
    if !isSettled, let code = spellings[spelling] { return code }
    examine(names)
    if isSettled { return byKey.isEmpty ? names.add(name) : byKey[spelling] ?? names.add(name) }
    guard let text = String(validating: spelling, as: UTF8.self) else { return nil }
    let tidy = NameForm.tidied(text)
    let key = NameForm.key(tidy)
    let code =
      known(tidy, in: names) ?? known(key, in: names) ?? byKey[Array(key.utf8)] ?? names.code(tidy)
    spellings[spelling] = code
    return code
  }

  // MARK: - Implementation

  private func known(_ name: String, in names: DictionaryEncoder) -> Int32? {
    var name = name
    return name.withUTF8 { names.knownCode($0) }
  }

  /// Finds names that are compared in another form; the first name of a form counts.
  private func examine(_ names: DictionaryEncoder) {
    while examinedCount < names.count {
      // Safety: a name keeps its address until another is added.
      let name = names.utf8(examinedCount)
      if !NameForm.isSettled(name) {
        let text = String(decoding: name, as: UTF8.self)
        let key = NameForm.key(NameForm.tidied(text))
        if key != text, byKey[Array(key.utf8)] == nil {
          byKey[Array(key.utf8)] = Int32(examinedCount)
        }
      }
      examinedCount += 1
    }
  }
}
