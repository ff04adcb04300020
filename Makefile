# Every target is a line or two that a person could type. `make help` lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
IAP := .build/release/iap
SYSTEM := $(shell uname -s)

ifeq ($(SYSTEM),Darwin)
OPENSSL := $(shell brew --prefix openssl@3 2>/dev/null)
FLAGS := -Xcc -I$(OPENSSL)/include -Xlinker -L$(OPENSSL)/lib
else
# One file that needs no Swift and no libcrypto beside it, where the system has libcrypto.a.
STATIC := $(shell test -e "$$(cc -print-file-name=libcrypto.a 2>/dev/null)" && echo 1)
endif

.PHONY: build demo test lint format check install uninstall clean help deps golden sample bench \
  kill fuzz interop chains corpus

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | \
	  awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

build: deps ## the command, at .build/release/iap
	@IAP_STATIC=$(STATIC) $(SWIFT) build -c release --product iap $(FLAGS)

demo: build ## build, then buy in the sample shop and look at what the customer may use
	@Tests/EndToEndTests/demo.sh $(IAP)

test: deps ## every test
	$(SWIFT) test --disable-xctest $(FLAGS)

lint: ## the style, without changing anything
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

format: ## the style, applied
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

check: lint build test ## what every commit has to pass

golden: ## record the golden transcripts anew (fails on purpose: read the difference, then test)
	GOLDEN=record $(SWIFT) test --disable-xctest $(FLAGS)

# The texts that `iap init` starts with are compiled in; a test compares them with Fixtures.
SAMPLE := Sources/IAPCore/Documents/SampleShop

sample: ## the sample shop, from Fixtures into the sources
	@{ printf '// swift-format-ignore-file\n\n'; \
	  printf '/// The shop that `iap init` opens without a catalogue; made by `make sample` from Fixtures.\n'; \
	  printf 'package enum SampleShop {\n  /// The `.storekit` file, byte by byte.\n'; \
	  printf '  package static let catalog = #"""\n'; cat Fixtures/catalogs/SampleShop.storekit; \
	  printf '\n"""#\n}\n'; } > $(SAMPLE).swift
	@{ printf '// swift-format-ignore-file\n\nextension SampleShop {\n'; \
	  printf '  /// The entitlement map of the sample shop.\n'; \
	  printf '  package static let entitlements = #"""\n'; cat Fixtures/entitlements/SampleEntitlements.json; \
	  printf '\n"""#\n}\n'; } > $(SAMPLE)+Entitlements.swift

interop: build ## Apple's own library (from PyPI) judges what iap signs
	@Tests/Interop/apple.sh Tests/Interop/interop.py $(IAP)

bench: build ## the numbers to hold, as ratios within one run
	@IAP_STATIC=$(STATIC) IAP_BENCH=1 $(SWIFT) build -c release --product IAPBench $(FLAGS)
	@Tests/Bench/bench.sh $(IAP)
	@Tests/Bench/verify.sh $(IAP)

kill: build ## end the command at random moments, COUNT times (1000), and look for damage
	@Tests/EndToEndTests/kill.sh $(IAP) $(or $(COUNT),1000)

fuzz: deps ## feed made-up input to every parser, SECONDS long (600)
	@Tests/IAPFuzz/fuzz.sh $(or $(SECONDS),600)

chains: ## make the signed fixtures anew
	@Fixtures/chains/make.sh

corpus: deps ## only the tests over ../shared/corpus (IAP_CORPUS names another place)
	$(SWIFT) test --disable-xctest --filter Corpus $(FLAGS)

install: build ## the command and its manual page into PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(IAP) "$(DESTDIR)$(PREFIX)/bin/iap"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	$(IAP) help --man > "$(DESTDIR)$(PREFIX)/share/man/man1/iap.1"

uninstall: ## and away again
	rm -f "$(DESTDIR)$(PREFIX)/bin/iap" "$(DESTDIR)$(PREFIX)/share/man/man1/iap.1"

clean: ## everything that was built
	rm -rf .build

# libcrypto's headers are the only thing a machine with Swift may lack; where they are, nothing is done.
deps:
ifeq ($(SYSTEM),Darwin)
	@test -e "$(OPENSSL)/include/openssl/evp.h" || brew install openssl@3
else
	@test -e /usr/include/openssl/evp.h || { \
	  command -v apt-get > /dev/null || { \
	    echo "install the development files of OpenSSL 3 (libssl-dev, openssl-devel)" >&2; exit 1; }; \
	  sudo=$$(test "$$(id -u)" = 0 || echo sudo); \
	  $$sudo apt-get update -q && $$sudo apt-get install -qy libssl-dev pkg-config; }
endif
