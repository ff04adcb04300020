import IAPCore

/// The words of the help topics.
enum HelpTopicText {
  static let variables = [
    ("IAP_STORE", "the state folder, like --store; an option wins"),
    ("IAP_ACCOUNT", "the customer to act for, like --account; an option wins"),
    ("NO_COLOR", "not empty: no colour, unless --color says otherwise"),
    ("CLICOLOR_FORCE", "not empty and not 0: colour also in pipes; NO_COLOR wins"),
    ("TERM", "dumb: no colour"),
    ("GITHUB_ACTIONS", "true: 'iap replay' writes annotations for failed expectations"),
    (
      "IAP_TRANSACTION_ID",
      "set by 'iap finish --deliver' for the program: the transaction's id, the key to deliver once"
    ),
    (
      "IAP_NOTIFICATION_UUID",
      "set by 'iap store notifications --deliver' for the program: the same on every retry"
    ),
  ]

  static let files = [
    ("config.json", "bundle id, environment, and where catalogue and map come from"),
    ("catalogs/<sha256>", "the catalogue and the entitlement map as they were loaded"),
    ("store.json", "the clock, store-wide settings, the seed"),
    ("accounts.json", "the registry of accounts"),
    ("due.json", "for each account the next moment at which something is due"),
    ("journal.jsonl", "every accepted event, a line each: the truth"),
    ("keys/", "the store's signing keys and certificates, mode 0600"),
    ("signed/", "the first signature of each notification, for retries"),
    ("accounts/<account>/", "account.json: what the store knows and is live"),
    ("  queue.json", "the app's transaction queue: what is not finished"),
    ("  entitlements.json", "the app's entitlement cache"),
    ("  history.jsonl", "every transaction once, in id order"),
    ("  revisions.jsonl", "later versions of them: refunds, extensions"),
    ("  notifications.jsonl", "what the server was told, decoded"),
    (
      "where",
      "the folder is --store, else IAP_STORE, else .iap in the working directory or above it"
    ),
  ]

  static let output = [
    """
    Answers go to stdout, everything else to stderr. With --json stdout holds exactly one JSON \
    document, or one per line where a command says so; the exit status is the same as in text. \
    What is no JSON stays what it is: --signed prints JWS lines, timeline --svg - a picture.
    """,
    """
    An error is 'iap: error: what happened', 'why: the evidence' and 'hint: what to type'; with \
    --json one line {"error":{"code","message","why"?,"hint"?,"exitCode"}} on stderr, and the \
    same 'error' in the document on stdout, whatever the command. A warning is a line \
    {"warning":{"message"}} on stderr, and in the 'warnings' of the document. Codes are stable; \
    'iap explain CODE' explains them.
    """,
    """
    A 'no' is an answer, not an error: it stands on stdout with exit status 1, and nothing on \
    stderr. With --quiet answers and warnings are left out: the exit status tells, and errors \
    stand on stderr.
    """,
    """
    Ids are text. A transaction in JSON has the keys of Apple's JWSTransactionDecodedPayload: \
    dates are whole milliseconds, prices whole thousandths. Every other date is milliseconds too.
    """,
    """
    Colour: --color, then NO_COLOR, then CLICOLOR_FORCE, then whether it is a terminal; for \
    stdout and stderr separately. Text never depends on locale or time zone, formatted prices \
    excepted.
    """,
  ]

  static let arguments = [
    ("TIME", "RFC 3339, 2026-03-01T12:00:00Z, or a date, its midnight in UTC; 2000 to 2199"),
    ("DURATION", "ISO 8601, P1M or PT6H, or short: 10s 45m 6h 30d 2w 1mo 1y"),
    (
      "ID",
      "of a transaction: the id itself, else a product id that stands for one of its transactions"
    ),
    ("REQUEST", "req-1, else a product id that stands for its one open request"),
    (
      "SUBSCRIPTION",
      "an original transaction id, else a product id: the chain whose product it is"
    ),
    ("NAME", "of an entitlement: a name of the map, else a product id"),
    (
      "ACCOUNT",
      "1 to 64 of A-Z a-z 0-9 . _ -, not starting with a dot; a new name becomes a customer in "
        + "purchase (also a cancelled one), store share, store join and store account add, and is "
        + "unknown elsewhere"
    ),
    ("FILE", "a path, or - for standard input, at most once in a call"),
    ("PERCENT", "50 or 33.333, the percent sign is allowed"),
    ("--", "ends the options: what follows are operands, whatever they look like"),
  ]
}
