package import IAPCore

/// What `iap explain` knows about one error code.
package struct Explanation: Equatable, Sendable {
  package let code: String
  /// The exit status; `nil`: it depends on how the error came about.
  package let exitCode: ExitCode?
  /// One sentence without a full stop.
  package let meaning: String
  /// What to do; may be something to type.
  package let advice: String

  package init(_ code: String, _ exitCode: ExitCode?, _ meaning: String, _ advice: String) {
    self.code = code
    self.exitCode = exitCode
    self.meaning = meaning
    self.advice = advice
  }

  /// Every code of every room, sorted by code; rooms add their tables here.
  ///
  /// Where two rooms have one word, an error of a command comes before a remark about a file.
  package static let all: [Explanation] = {
    let tables = [
      words,
      files,
      storage,
      storeKit,
      rooms,
      catalog,
      verification,
      notificationHistory,
      offerCodes,
    ]
    var known: Set<String> = []
    return tables.joined().filter { known.insert($0.code).inserted }
      .sorted { $0.code.isBefore($1.code) }
  }()

  package static func of(_ code: String) -> Explanation? { all.first { $0.code == code } }

  /// The advice as a command that can be typed as it is; `nil`: it is a sentence, or has a gap.
  ///
  /// `product` stands in the place of ID.
  func command(about product: ProductID? = nil) -> String? {
    guard advice.hasPrefix("iap ") else { return nil }
    var words = advice.split(separator: " ").map(String.init)
    words = Array(
      words.prefix { !$0.hasSuffix(",") && $0 != "says" && $0 != "or" && $0 != "tells" }
    )
    if let product {
      words = words.map { $0 == "ID" ? ShellWord.quoted(product.rawValue) : $0 }
    }
    let hasGap = words.contains { word in
      word.allSatisfy { $0.isUppercase }
    }
    return hasGap ? nil : words.joined(separator: " ")
  }

  package var json: JSONValue {
    .object([
      "code": .string(code),
      "exitCode": exitCode.map { .integer($0.rawValue) },
      "meaning": .string(meaning),
      "advice": .string(advice),
    ])
  }
}

extension Explanation {
  /// What can be wrong with the words.
  private static let words = [
    Explanation("missingCommand", .usage, "no command was given", "iap help"),
    Explanation("unknownCommand", .usage, "there is no such command", "iap help"),
    Explanation("unknownOption", .usage, "the command has no such option", "iap help COMMAND"),
    Explanation(
      "missingValue",
      .usage,
      "an option that takes a value got none",
      "write --option=VALUE where the value begins with a dash"
    ),
    Explanation(
      "unexpectedValue",
      .usage,
      "a flag was given a value",
      "leave out = and what follows"
    ),
    Explanation(
      "repeatedOption",
      .usage,
      "an option that counts once was given twice",
      "leave out one of them"
    ),
    Explanation(
      "invalidValue",
      .usage,
      "a value is not of the kind that is asked for",
      "iap help arguments"
    ),
    Explanation("missingOperand", .usage, "the command needs one more word", "iap help COMMAND"),
    Explanation(
      "unexpectedOperand",
      .usage,
      "the command got more words than it takes",
      "quote a value that has blanks"
    ),
    Explanation(
      "notUTF8",
      .usage,
      "a word is not UTF-8 and could not be shown or kept",
      "rename the file, or give it as - on standard input"
    ),
    Explanation(
      "conflictingOptions",
      .usage,
      "options that exclude or need each other",
      "iap help COMMAND"
    ),
    Explanation("unknownTopic", .usage, "there is no help on this", "iap help"),
    Explanation("unknownCode", .notFound, "there is no such error code", "iap explain"),
    Explanation(
      "outputFailed",
      .unusableStore,
      "standard output did not take the answer",
      "look for room on the disk; what the command did is done"
    ),
  ]

  /// What can be wrong with a file that the user names.
  private static let files = [
    Explanation("fileNotFound", .notFound, "there is no file of this name", "ls"),
    Explanation(
      "isFolder",
      .invalid,
      "a folder stands where a file is needed",
      "name a file in it"
    ),
    Explanation(
      "noFolder",
      .notFound,
      "a file was to be written into a folder that is not there",
      "mkdir -p FOLDER"
    ),
    Explanation(
      "isNoFolder",
      .invalid,
      "a folder is needed",
      "name the folder that holds the file"
    ),
    Explanation(
      "fileTooLarge",
      .invalid,
      "the file is larger than what is ever read",
      "cut it, or use --lines"
    ),
    Explanation(
      "invalidScenario",
      .invalid,
      "the file is no scenario, or a step of it says what no command understands",
      "iap help scenarios; the 'why' has the place"
    ),
    Explanation(
      "noScenario",
      .notFound,
      "the folder has no scenario: nothing was played",
      "iap help scenarios"
    ),
    Explanation("notPermitted", .notFound, "the system's permissions forbid it", "ls -ld FILE"),
    Explanation(
      "noWorkingDirectory",
      .notFound,
      "the folder that the command was started in was removed",
      "cd to a folder that is there, or name the store from the root: --store /path/.iap"
    ),
    Explanation(
      "fileFailed",
      .notFound,
      "the system could not read or write the file",
      "the 'why' has its words"
    ),
  ]

  /// What can be wrong with the state folder.
  private static let storage = [
    Explanation("stateMissing", .unusableStore, "a file of the state folder is gone", "iap doctor"),
    Explanation(
      "corrupt",
      .unusableStore,
      "a file of the state folder is not what it has to be, or has lost what was committed",
      "iap doctor; the journal is the truth, the others are made again by iap doctor --rebuild"
    ),
    Explanation(
      "cannotRebuild",
      .unusableStore,
      "a file is gone that everything else is made from: the journal, config.json, or a catalogue or map as it was loaded",
      "iap doctor --rebuild --catalog FILE puts a catalogue back; otherwise iap snapshot load NAME, or iap init --force"
    ),
    Explanation(
      "newerFormat",
      .unusableStore,
      "the state folder was written by a newer iap",
      "use that one"
    ),
    Explanation(
      "locked",
      .unusableStore,
      "another iap works on the store",
      "wait for it, or end the process that 'why' names; readers leave no name: lsof .iap/lock"
    ),
    Explanation(
      "readOnly",
      .unusableStore,
      "the state folder cannot be written",
      "copy it to a place that can"
    ),
    Explanation(
      "noPermission",
      .unusableStore,
      "the permissions of the state folder forbid it",
      "ls -ld .iap"
    ),
    Explanation("diskFull", .unusableStore, "no room is left; nothing was changed", "df ."),
    Explanation(
      "wrongKind",
      .unusableStore,
      "a folder, link or device has the name of a state file, or a file that of a folder",
      "move it away, and put back what belongs there; links inside a store are not followed"
    ),
    Explanation(
      "stateTooLarge",
      .unusableStore,
      "a state file is larger than what is ever read",
      "iap doctor"
    ),
    Explanation(
      "inputOutput",
      .unusableStore,
      "the system refused to read or write a state file",
      "the 'why' has its words"
    ),
    Explanation(
      "unexpected",
      .unusableStore,
      "an error that iap did not foresee",
      "report it with the command that led to it"
    ),
  ]
}
