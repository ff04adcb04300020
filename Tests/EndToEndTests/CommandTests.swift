import Foundation
import Testing

/// The built command where only a real process shows how it behaves: wiring, pipes, signals, locks.
struct CommandTests {
  private func shell(_ line: String, _ folder: URL, _ variables: [String: String] = [:]) throws
    -> BuiltCommand.Outcome
  {
    try BuiltCommand.shell(line, in: folder, variables: variables)
  }

  @Test func `A store on the disk answers from command to command`() throws {
    try BuiltCommand.inFolder { folder in
      let bought = try shell("iap init && iap purchase pro_monthly", folder)
      let entitled = try shell("iap entitlements --require pro -q", folder)
      let lapsed = try shell(
        "iap store cancel pro_monthly -q && iap store advance 1mo -q;"
          + " iap entitlements --require pro",
        folder
      )

      #expect(bought.status == 0 && bought.errors == "")
      #expect(entitled.status == 0 && entitled.output == "" && entitled.errors == "")
      #expect(lapsed.status == 1 && lapsed.errors == "")
    }
  }

  @Test func `Each kind of failure has its exit status`() throws {
    let lines = [
      "iap queue", "iap init", "iap init", "iap purchse lifetime",
      "iap purchase lifetime --simulate pending", "iap purchase lifetime --simulate cancelled",
      "echo nonsense | iap verify -", "iap store set network off; iap restore",
    ]

    let statuses = try BuiltCommand.inFolder { folder in
      try lines.map { try shell($0, folder).status }
    }

    #expect(statuses == [6, 0, 8, 2, 4, 3, 5, 7])
  }

  @Test func `With its streams closed a command does its work and writes into no file`() throws {
    try BuiltCommand.inFolder { folder in
      _ = try shell("iap init", folder)

      let bought = try shell("iap purchase lifetime >&- 2>&- <&-", folder)
      let asked = try shell("iap entitlements --require lifetime >&-", folder)
      let denied = try shell("iap entitlements --require founder >&-", folder)
      let full = try shell("iap purchase coins_100 > /dev/full", folder)

      #expect(bought.status == 0 && asked.status == 0 && denied.status == 1)
      #expect(full.status == 8 && full.errors.contains("what the command changed is kept"))
      #expect(try shell("iap doctor", folder).output == "the store is sound\n")
      #expect(try shell("iap history", folder).output.split(separator: "\n").count == 3)
    }
  }

  @Test func `A record of a command that nobody can read is given up on demand only`() throws {
    try BuiltCommand.inFolder { folder in
      _ = try shell("iap init && iap purchase lifetime && echo '{' > .iap/commit.json", folder)

      let read = try shell("iap queue", folder)
      let found = try shell("iap doctor", folder)
      let rebuilt = try shell("iap doctor --rebuild", folder)
      let given = try shell("iap doctor --rebuild --accept-loss", folder)

      #expect(read.status == 8 && read.errors.hasSuffix("  hint: iap doctor\n"))
      for outcome in [found, rebuilt] {
        #expect(outcome.status == 8)
        #expect(outcome.output.hasSuffix("  hint: iap doctor --rebuild --accept-loss\n"))
      }
      #expect(
        given.status == 0 && given.output.hasPrefix("warning: commit.json: could not be read")
      )
      #expect(try shell("iap doctor", folder).output == "the store is sound\n")
    }
  }

  @Test func `A folder that was removed is not taken for another one`() throws {
    try BuiltCommand.inFolder { folder in
      let outcome = try shell("mkdir gone && cd gone && rmdir ../gone && iap init", folder)

      #expect(outcome.status == 6)
      #expect(outcome.errors.hasPrefix("iap: error: the working directory is not there any more\n"))
    }
  }

  @Test func `The manual page is roff that groff reads without a word`() throws {
    try BuiltCommand.inFolder { folder in
      let known = try shell("command -v groff", folder)
      guard known.status == 0 else { return }

      let outcome = try shell(
        "iap help --man > iap.1 && groff -man -Tascii -ww iap.1 | wc -l",
        folder
      )

      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(Int(outcome.output.filter(\.isNumber)).map { $0 > 1000 } == true)
    }
  }

  @Test func `Files are written or the missing folder is named`() throws {
    try BuiltCommand.inFolder { folder in
      let lines = ["store keys export-root no/root.der", "timeline --svg no/life.svg"]
      _ = try shell("iap init && iap purchase lifetime", folder)

      for line in lines {
        let outcome = try shell("iap \(line)", folder)

        #expect(outcome.status == 6)
        #expect(outcome.errors.hasPrefix("iap: error: no folder 'no' to write 'no/"))
        #expect(outcome.errors.hasSuffix("  hint: mkdir -p no\n"))
      }
    }
  }

  @Test func `A word that is not UTF-8 is refused, not repaired`() throws {
    try BuiltCommand.inFolder { folder in
      let outcome = try shell(#"iap purchase "$(printf 'pro\377')""#, folder)

      #expect(outcome.status == 2 && outcome.errors.contains(#"word 2 is not UTF-8: pro\xff"#))
    }
  }

  @Test func `A reader that goes away ends the writing quietly`() throws {
    try BuiltCommand.inFolder { folder in
      let outcome = try shell("iap explain | head -n 1; iap explain | true", folder)

      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.output.split(separator: "\n").count == 1)
    }
  }

  @Test func `Output that cannot be written is an error of its own`() throws {
    try BuiltCommand.inFolder { folder in
      let outcome = try shell("iap explain > /dev/full", folder)

      #expect(outcome.status == 8)
      #expect(outcome.errors.hasPrefix("iap: error: cannot write to standard output\n"))
    }
  }

  @Test func `A watch ends when it is asked to`() throws {
    try BuiltCommand.inFolder { folder in
      let outcome = try shell(
        "iap init -q; iap watch & p=$!; sleep 1; iap store buy lifetime -q; sleep 1;"
          + " kill -TERM $p; wait $p",
        folder
      )

      #expect(outcome.output.contains("purchase  purchased  lifetime"))
      #expect(outcome.errors == "")
    }
  }

  @Test func `The store is not locked while a program delivers, and the program's words are talk`()
    throws
  {
    try BuiltCommand.inFolder { folder in
      let outcome = try shell(
        "iap init -q && iap purchase lifetime --no-finish -q &&"
          + " iap finish --all --json"
          + " --deliver-shell 'iap queue && cat && echo \" id $IAP_TRANSACTION_ID\"'",
        folder
      )

      #expect(outcome.status == 0)
      #expect(outcome.output.contains("\"finished\": [\n    \"2000001000000001\"\n  ]"))
      #expect(outcome.errors.contains("purchased  purchase  lifetime"))
      #expect(outcome.errors.contains("\"productId\":\"lifetime\""))
      #expect(outcome.errors.contains(" id 2000001000000001"))
    }
  }

  @Test func `Commands at the same time wait for each other, and none is lost`() throws {
    try BuiltCommand.inFolder { folder in
      let outcome = try shell(
        "iap init -q; for i in 1 2 3 4 5 6; do iap purchase coins_100 -q & done; wait;"
          + " iap history --json | grep -c '\"transactionId\"'; iap doctor",
        folder
      )

      #expect(outcome.output == "6\nthe store is sound\n")
    }
  }

  @Test func `Time zone and locale change nothing`() throws {
    let story =
      "iap init -q; iap purchase pro_monthly -q; iap store advance 2mo; iap status; iap history;"
      + " iap products --json | grep displayPrice; cat .iap/store.json .iap/journal.jsonl"
    let places = [
      ["TZ": "UTC", "LC_ALL": "C"], ["TZ": "Asia/Tokyo", "LC_ALL": "ja_JP.UTF-8"],
      ["TZ": "America/New_York", "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE"],
    ]

    let outputs = try places.map { place in
      try BuiltCommand.inFolder { folder in try shell(story, folder, place).output }
    }

    #expect(Set(outputs).count == 1 && outputs[0].contains("2026-03-0"))
  }
}
