/// Compares the files of a store with what they should be, file by file.
package struct StateComparison {
  private let found: any StateStorage
  private let expected: any StateStorage

  package init(of found: some StateStorage, with expected: some StateStorage) {
    self.found = found
    self.expected = expected
  }

  /// Every problem, sorted by file; none when both say the same.
  ///
  /// `isCompared` answers which files take part.
  package func problems(
    where isCompared: (StateFile) -> Bool
  ) throws(StorageFailure) -> [StateProblem] {
    let here = try found.allFiles().filter(isCompared)
    let there = try expected.allFiles().filter(isCompared)
    var problems: [StateProblem] = []
    for file in Set(here).union(there).sorted() {
      if let problem = try problem(of: file) { problems.append(problem) }
    }
    return problems
  }

  private func problem(of file: StateFile) throws(StorageFailure) -> StateProblem? {
    guard let wanted = try expected.readIfPresent(file) else {
      return StateProblem(file.path, .unexpected)
    }
    let bytes: [UInt8]
    do throws(StorageFailure) {
      guard let length = try found.size(of: file) else { return StateProblem(file.path, .missing) }
      bytes = Array(try found.read(file).prefix(length))
    } catch {
      return StateProblem(file.path, .unusable(error.problem))
    }
    if bytes == wanted { return nil }
    let kind = file.isLines ? lines(bytes, wanted) : document(bytes, wanted)
    return StateProblem(file.path, kind)
  }

  private func document(_ bytes: [UInt8], _ wanted: [UInt8]) -> StateProblem.Kind {
    guard let expected = try? JSONParser.parse(wanted) else { return .contentDiffers }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(bytes)
    } catch {
      return .unusable(.corrupt(.syntax(error)))
    }
    if let format = expected["format"]?.string, value["format"]?.string == format,
      let known = expected["version"]?.integer, let version = value["version"]?.integer,
      version > known
    {
      return .unusable(.newer(format: format, version: Int(version), known: Int(known)))
    }
    let difference = JSONDifference.first(found: value, expected: expected)
    return difference.map { .differs($0) } ?? .otherLayout
  }

  private func lines(_ bytes: [UInt8], _ wanted: [UInt8]) -> StateProblem.Kind {
    let newline = UInt8(ascii: "\n")
    let here = bytes.split(separator: newline, omittingEmptySubsequences: false).dropLast()
    let there = wanted.split(separator: newline, omittingEmptySubsequences: false).dropLast()
    var isSame = true
    for (index, (line, wanted)) in zip(here, there).enumerated() where line != wanted {
      isSame = false
      let value: JSONValue
      do throws(JSONSyntaxError) {
        value = try JSONParser.parse(Array(line))
      } catch {
        return .unusable(.corrupt(.line(offset: line.startIndex, .syntax(error))))
      }
      let expected = try? JSONParser.parse(Array(wanted))
      if let difference = JSONDifference.first(found: value, expected: expected) {
        return .lineDiffers(line: index + 1, difference)
      }
    }
    if here.count < there.count {
      return .linesMissing(line: here.count + 1, count: there.count - here.count)
    }
    if here.count > there.count {
      return .linesAdded(line: there.count + 1, count: here.count - there.count)
    }
    return isSame ? .contentDiffers : .otherLayout
  }
}
