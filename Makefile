# The targets only call the scripts in scripts/.
.DEFAULT_GOAL := help
.PHONY: help run demo build test test-all test-again check flaky dev lint audit openapi faults faults-kill faults-power faults-restart faults-disk faults-store faults-sockets faults-mail faults-drafts fuzz soak bench bench-growth attack leaks mutants package release package-test clean

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

run: ## build the client and the server, and serve on http://localhost:8080
	@scripts/run.sh

demo: ## serve a temporary folder filled with lore, with an account of every level
	@scripts/demo.sh

build: ## create one self-contained, optimized binary, target/release/facility
	@scripts/build.sh

test: ## run all format checks, lints and tests; installs their prerequisites
	@scripts/test.sh

test-all: ## the same, plus the server's tests on the second database, and all pairs of archives
	@scripts/test.sh all

test-again: ## run only what did not pass before with the same files; not a complete run
	@scripts/test.sh again

check: ## run the checks nearest to what differs from the last commit (minutes)
	@scripts/check.sh

flaky: ## run all tests many times, slowed down in several ways, and list those that fail (hours)
	@scripts/flaky.sh

dev: ## serve, and rebuild on every change
	@scripts/dev.sh

lint: ## run only the format checks and lints
	@scripts/lint.sh

audit: ## look for published advisories on dependencies; needs the network
	@scripts/audit.sh

openapi: ## regenerate docs/openapi.json, docs/CONFIGURATION.md, docs/KEYS.md and the client's API code
	@scripts/client.sh
	@FACILITY_WRITE_KEYS=1 npm --prefix frontend run --silent test -- keyGroups
	@cargo build --workspace --all-targets
	@$${CARGO_TARGET_DIR:-target}/debug/xtask fresh --fix

faults: ## run all fault tests below, and print their figures (minutes)
	@scripts/faults.sh

faults-kill: ## fault test: kill -9 under write load
	@scripts/faults.sh kill

faults-power: ## fault test: power failures, on SQLite
	@scripts/faults.sh power

faults-restart: ## fault test: stop and start PostgreSQL under load
	@scripts/faults.sh restart

faults-disk: ## fault test: fill the disk
	@scripts/faults.sh disk

faults-store: ## fault test: an unreachable and a stalled object store
	@scripts/faults.sh store

faults-sockets: ## fault test: 2,000 slow connections, half of them WebSockets
	@scripts/faults.sh sockets

faults-mail: ## fault test: 10,000 messages through a mail server that fails half of the time
	@scripts/faults.sh mail

faults-drafts: ## fault test: kill 200 browsers, networks and servers while a draft is written
	@scripts/faults.sh drafts

fuzz: ## fault test: random requests to every operation
	@scripts/faults.sh fuzz

soak: ## 50 users with open pages for half an hour on each database: no lost data, no faults, no growth
	@scripts/faults.sh soak

attack: ## attack the server and measure the effect on other users (minutes)
	@scripts/attack.sh

leaks: ## compare 10,500 pairs of archives that differ only above a reader's level (tens of minutes)
	@scripts/leaks.sh

bench: ## measure the release server and write docs/BENCHMARKS.md (minutes)
	@scripts/bench.sh

bench-growth: ## the same with 1,000,000 documents on SQLite
	@scripts/bench.sh growth

mutants: ## mutation testing of the rules: list the mutants that no test detects (an hour)
	@scripts/mutants.sh

package: ## build the Debian package, the tarball, the image and the bill of materials into target/package
	@scripts/package.sh

release: ## the same for a release: of a tag, with sums that are signed (docs/RELEASING.md)
	@scripts/package.sh release

package-test: ## install, start, upgrade, downgrade, restore, remove and purge the Debian package in an overlay (root)
	@scripts/package-test.sh

clean: ## remove build output; keeps the data folder
	@cargo clean
	@rm -rf frontend/dist frontend/node_modules frontend/coverage frontend/test-results frontend/playwright-report
