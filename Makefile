# Every way to build, run and prove Estante. `make` alone lists the targets.
#
# Paths are relative on purpose: make cannot name a file whose path has spaces, and a work tree may lie anywhere.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

LISTEN ?= 127.0.0.1:8080
DATA ?= ./data
ARGS ?=

# One setting for lint, tests and build, so that the pure Go database is compiled once for all of them. What only a
# debugger reads is left out: writing it is a twelfth of the compiling.
GO_FLAGS := -trimpath -gcflags=all=-dwarf=false -ldflags=-w
export CGO_ENABLED := 0
export GOFLAGS := $(filter-out $(GO_FLAGS),$(GOFLAGS)) $(GO_FLAGS)

GOLANGCI_VERSION := v2.14.0
GOLANGCI := .cache/bin/golangci-lint-$(GOLANGCI_VERSION)
PEER := .cache/bin/pocketbase
NODE_MODULES := web/node_modules/.package-lock.json
NPM := npm --prefix web run --silent

# What each result is made of. Tests are left out: changing one must not relink the binary.
FIND_GO := find $(wildcard cmd internal web/embed.go go.mod go.sum) -type f ! -name '*_test.go' ! -path '*/testdata/*'
FIND_WEB := find web -type d \( -name node_modules -o -name dist -o -name e2e -o -name test-results -o -name playwright-report \) -prune \
  -o -type f ! -name '*.test.ts' ! -name '*.test.tsx' ! -name '*.go' ! -name '*.tsbuildinfo' -print
GO_FILES := $(shell $(FIND_GO))
WEB_FILES := $(shell $(FIND_WEB))

.PHONY: help run build dev api test check bench bench-quick bench-browser bench-forecast prove prove-inbox prove-input prove-model soak fuzz keep-schema sbom clean fmt lock
.PHONY: lint-go test-go test-go-race lint-web types-web test-web check-api weight e2e screenshots live lighthouse test-deps linter modules web FORCE

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

run: bin/estante ## Build everything and serve it with demo data on http://127.0.0.1:8080
	exec bin/estante serve --listen "$(LISTEN)" --data "$(DATA)" --demo

build: bin/estante ## Build bin/estante: one static binary with the web page inside

dev: $(NODE_MODULES) ## Serve the Go side and the live-reloading web side together
	exec scripts/dev "$(LISTEN)" "$(DATA)"

api: $(NODE_MODULES) ## Write the OpenAPI document and the web's types from the Go code
	mkdir -p .cache
	go run ./cmd/estante openapi > .cache/openapi.json
	scripts/write-if-changed internal/api/openapi.json < .cache/openapi.json
	$(NPM) api
	scripts/write-if-changed web/src/lib/schema.d.ts < .cache/schema.d.ts

# What a new machine lacks comes from Debian, from npm and from Go's proxy at once: none of them keeps two cores busy, and
# neither do building the page and compiling SQLite or the door, which everything else would have to wait for.
test: export BEGUN := $(shell date +%s)
test: ## Prove everything: lint, types, both engines, race detector, browser
	scripts/install-test-deps check
	env -u MAKEFLAGS GOGC="$${GOGC:-400}" make -j 4 --output-sync --no-print-directory test-deps web linter modules
	TMPDIR="$$(scripts/scratch)" scripts/with-postgres scripts/test

check: lint-go lint-web types-web test-go test-web ## Lint, types and fast tests: SQLite only, no browser

# What this program measures within itself needs neither the binary nor the peer.
WITHIN := growth alerts labels night buying
bench: $(if $(filter $(WITHIN),$(ARGS)),,bin/estante $(PEER)) ## Measure everything, beside PocketBase too; with ARGS, what they ask for alone
	$(if $(ARGS),go run ./bench $(ARGS),short=0; POSTGRES_FSYNC=on scripts/with-postgres go run ./bench || short=1; make bench-browser || short=1; exit $$short)

bench-quick: bin/estante $(PEER) ## The same at 1,000 and 100,000 products, in some five minutes
	go run ./bench $(ARGS) quick

bench-forecast: ## Measure the forecasts on the sales files in DATA, and their speed
	go run ./bench/forecast -data "$(if $(filter command line environment,$(origin DATA)),$(DATA))" $(ARGS)

SHOP ?=
# The shop is kept: making it takes longer than measuring it.
LARGE := .cache/large-shop
$(LARGE): | bin/estante
	rm -rf $@ $@.part
	bin/estante demo --products 100000 --orders 100000 --data $@.part
	mv $@.part $@

bench-browser: bin/estante $(NODE_MODULES) $(if $(SHOP),,$(LARGE)) ## Time the lists in a browser, the large demo or the shop in SHOP beside the usual one, and what delays a user who types
	SPEED_SHOP="$(abspath $(or $(SHOP),$(LARGE)))" $(NPM) speed

DELIVERIES ?= 10000
prove-inbox: ## Send DELIVERIES of shops to two processes, kill one of them, and compare with what should have come of it
	PROVE_INBOX="$(DELIVERIES)" scripts/with-postgres go test ./cmd/estante -run '^TestInbox$$' -count=1 -v -timeout 60m

REQUESTS ?= 100000
prove-input: ## Send REQUESTS made from the API's own description, right and wrong ones, to each engine
	PROVE_REQUESTS="$(REQUESTS)" scripts/with-postgres go test ./internal/api -run '^TestGeneratedRequests$$' -count=1 -v -timeout 60m

STEPS ?= 100000
prove-model: ## Hold each engine to a small model of a shop, and to the books of an accountant, for STEPS random steps each
	PROVE_STEPS="$(STEPS)" scripts/with-postgres go test ./internal/inventory -run '^(TestStockAgreesWithAModel|TestEveryFigureAgreesWithAnAccountant)$$' -count=1 -v -timeout 240m

MINUTES ?= 30
soak: ## Serve a shop of 20,000 products, or the one in SHOP, to people and pages that come and go for MINUTES, and look for what grows
	PROVE_SOAK="$(MINUTES)m" PROVE_SHOP="$(abspath $(SHOP))" go test ./cmd/estante -run '^TestSoak$$' -count=1 -v -timeout "$$(($(MINUTES) + 30))m"

# Go fuzzes one at a time. What it finds of interest is replayed by every test from testdata/fuzz, once it is copied there.
FUZZTIME ?= 10m
FUZZERS := report:FuzzCSV report:FuzzXLSX picture:FuzzRead channel:FuzzShopify channel:FuzzWooCommerce channel:FuzzStandard \
  channel:FuzzVerify api:FuzzAliases catalogue:FuzzSearch
fuzz: ## Feed every parser whatever a fuzzer thinks of, for FUZZTIME each
	$(foreach one,$(FUZZERS),go test ./internal/$(firstword $(subst :, ,$(one))) -run '^$$' -fuzz '^$(lastword $(subst :, ,$(one)))$$' -fuzztime "$(FUZZTIME)" -fuzzminimizetime 20x &&) true

keep-schema: ## Keep a shop of this schema for the tests of later upgrades; once for each release
	go test -tags keepschema ./cmd/estante -run '^TestKeepThisSchema$$' -count=1 -v

CHANGES ?= 20000
prove: ## The promises of docs/reliability.md in their long form, one line for each with its counts; fuzz and soak are apart
	CHANGES="$(CHANGES)" DELIVERIES="$(DELIVERIES)" REQUESTS="$(REQUESTS)" STEPS="$(STEPS)" scripts/with-postgres scripts/prove

sbom: ## List what the binary is made of, with licences, as a CycloneDX document
	scripts/sbom

fmt: $(GOLANGCI) ## Format the Go code
	$(GOLANGCI) fmt

lock: ## Complete web/package-lock.json after npm install has changed it
	scripts/complete-lock

clean: ## Remove what was built; data, node_modules and tools stay
	rm -rf bin web/test-results web/playwright-report
	find .cache -mindepth 1 -maxdepth 1 ! -name bin -exec rm -rf {} + 2>/dev/null || true
	find web/dist -mindepth 1 ! -name placeholder.html -delete

# The parts of test and check, each also a target of its own.

# SQLite is C translated to Go, with locks of its own; a picture is drawn and a password hashed by one hand. Watching each
# of their memory accesses costs many times the time and can say nothing about Estante. A package that uses sync.Map must
# not be among them: the linker may take its copy for everybody's, and the detector would no longer see it synchronise.
UNWATCHED := modernc.org/... image/... golang.org/x/image/... compress/... golang.org/x/crypto/... \
  crypto/internal/fips140/hmac crypto/internal/fips140/sha256
# What Go's own packages do with pointers is not checked again, either: that is a fortieth of the tests. And the door is one
# large function two hundred times over: inlining into each of them takes as long as compiling the domain.
WATCHED := CGO_ENABLED=1 GOFLAGS="$(GOFLAGS) -race '-gcflags=std=-d=checkptr=0 -dwarf=false' $(foreach part,$(UNWATCHED),'-gcflags=$(part)=-race=false -dwarf=false') \
  '-gcflags=estante/internal/api=-l -dwarf=false'"

# Compiling is most of it. Where the race detector's tests come next, what is compiled here is what they run.
lint-go: $(GOLANGCI) ## Compile, vet and lint the Go code, and the directions between its rooms
	$(if $(RACE_IS_NEXT),$(WATCHED)) $(GOLANGCI) run

test-go: ## Go tests on SQLite
	env -u TEST_POSTGRES go test ./...

# The longest come first, so that none of them is left alone at the end, and three at a time, because each waits for
# PostgreSQL now and then. What go vet would say of the tests, lint-go has said. A test that is over need not wait a second
# for others to be caught at its end.
test-go-race: ## Go tests with the race detector, on PostgreSQL too where TEST_POSTGRES is set
	$(WATCHED) GORACE=atexit_sleep_ms=0 go test -vet=off -p 3 -timeout 20m ./internal/order ./internal/ledger ./internal/api ./internal/store ./...

lint-web: $(NODE_MODULES) ## Lint the web code
	$(NPM) lint

types-web: $(NODE_MODULES) ## Check the web's types
	$(NPM) typecheck

test-web: $(NODE_MODULES) ## Web unit tests
	$(NPM) test

check-api: $(NODE_MODULES) ## Fail where the generated API files are not those of the code
	scripts/check-api

weight: web ## Fail where a first visit loads more than it may
	$(NPM) weight

e2e: bin/estante $(NODE_MODULES) ## Browser tests on the real binary
	$(NPM) e2e

screenshots: bin/estante $(NODE_MODULES) ## Take the pictures of the README and of the questions from the demo shop
	$(NPM) screenshots

live: bin/estante $(NODE_MODULES) ## Time how long a change takes to reach another browser, on one process and on two
	TMPDIR="$$(scripts/scratch)" scripts/with-postgres $(NPM) live

lighthouse: bin/estante $(NODE_MODULES) ## Score accessibility, best practices, SEO and speed of the screens
	scripts/lighthouse

test-deps:
	scripts/install-test-deps

linter: $(GOLANGCI)
	@:

modules:
	go list -deps -test ./... >/dev/null
	go build ./internal/store ./internal/api

web: .cache/web-dist

# Real files. A list of the sources is kept beside them, because a deleted file leaves no newer one behind.

$(NODE_MODULES): web/package-lock.json web/.npmrc
	npm --prefix web ci
	touch $@

.cache/web-files: FORCE
	@mkdir -p .cache
	@$(FIND_WEB) | LC_ALL=C sort | scripts/write-if-changed $@

.cache/go-files: FORCE
	@mkdir -p .cache
	@$(FIND_GO) | LC_ALL=C sort | scripts/write-if-changed $@

.cache/version: FORCE
	@mkdir -p .cache
	@scripts/version | scripts/write-if-changed $@

# The stamp comes last, so a build that was cut short is done again; so is one whose result was taken away.
.cache/web-dist: $(WEB_FILES) .cache/web-files $(NODE_MODULES) $(if $(wildcard web/dist/index.html),,FORCE)
	$(NPM) build
	touch $@

# A page built by hand counts as well.
web/dist/index.html: .cache/web-dist ;

bin/estante: $(GO_FILES) .cache/go-files .cache/version .cache/web-dist web/dist/index.html
	go build -buildvcs=false -ldflags "-s -w -X main.version=$$(cat .cache/version)" -o $@ ./cmd/estante
	touch $@

# What the benchmarks are run beside is a module of its own, which wants a newer Go than the project.
$(PEER): $(wildcard bench/pocketbase/*)
	mkdir -p .cache/bin
	GOTOOLCHAIN=go1.27.0 go -C bench/pocketbase build -o "$(CURDIR)/$@" .

# The version is in the name, so a new pin builds a new tool. The caller's build flags do not apply to the tool.
$(GOLANGCI): scripts/build-linter .golangci.yml
	GOTOOLCHAIN=local GOFLAGS="$(GO_FLAGS)" scripts/build-linter $(GOLANGCI_VERSION) $@
	touch $@
