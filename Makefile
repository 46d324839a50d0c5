# Thin on purpose: what each target does is in scripts/.
.DEFAULT_GOAL := help
.PHONY: help run demo build test dev lint openapi faults faults-kill faults-restart faults-disk faults-store faults-sockets fuzz bench bench-growth clean

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

run: ## build the client and the server, and serve on http://localhost:8080
	@scripts/run.sh

demo: ## serve a facility filled with lore, with an account of every level, out of a scratch folder
	@scripts/demo.sh

build: ## leave one self-contained binary, target/release/facility
	@scripts/run.sh --build-only

test: ## format, lints, generated files, and every test; installs what the tests need
	@scripts/test.sh

dev: ## serve, and build again on every change
	@scripts/dev.sh

lint: ## format and lints alone
	@scripts/lint.sh

openapi: ## write docs/openapi.json, docs/CONFIGURATION.md and the client's API code anew
	@scripts/client.sh
	@cargo build --workspace --all-targets
	@$${CARGO_TARGET_DIR:-target}/debug/xtask fresh --fix

faults: ## break what the server stands on, and measure how it takes it (minutes)
	@scripts/faults.sh

faults-kill: ## of those: kill -9 under write load
	@scripts/faults.sh kill

faults-restart: ## of those: PostgreSQL stopped and started under load
	@scripts/faults.sh restart

faults-disk: ## of those: a disk that fills up
	@scripts/faults.sh disk

faults-store: ## of those: the object store away, and stalled
	@scripts/faults.sh store

faults-sockets: ## of those: 2,000 slow connections, half of them WebSockets
	@scripts/faults.sh sockets

fuzz: ## of those: made-up requests to every operation
	@scripts/faults.sh fuzz

bench: ## measure the release server, into docs/BENCHMARKS.md (minutes)
	@scripts/bench.sh

bench-growth: ## the same at 1,000,000 documents on SQLite
	@scripts/bench.sh growth

clean: ## remove what the builds made; the data folder stays
	@cargo clean
	@rm -rf frontend/dist frontend/node_modules frontend/coverage frontend/test-results frontend/playwright-report
