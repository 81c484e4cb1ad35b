# Railbird: `make report` shows the main job on the sample, `make test` builds and passes the tests.
.POSIX:

PREFIX ?= /usr/local
MINUTES ?= 5
OUT ?= out
# Where scripts/setup.sh puts Arrow when it may not write to /usr/local.
export PKG_CONFIG_PATH := $(CURDIR)/.deps/arrow/lib/pkgconfig:$(PKG_CONFIG_PATH)
export LD_LIBRARY_PATH := $(CURDIR)/.deps/arrow/lib:$(LD_LIBRARY_PATH)

.PHONY: setup build report demo test examples notebooks docs fuzz sanitize torture cluster check expressions bench peers format lint sample install clean

setup:
	@scripts/setup.sh

build: setup
	swift build -c release --product railbird

# Unoptimised, which builds in a third of the time and which the tests need too.
report: setup
	swift build --product railbird
	@rm -rf $(OUT)
	.build/debug/railbird import --store $(OUT)/store --format railbird Datasets/sample/runners.csv
	@echo
	@.build/debug/railbird report --store $(OUT)/store --by jockey,trainer --show --out $(OUT)
	@printf '\nWritten:\n'; for file in $(OUT)/*.*; do echo "  $$file"; done
	@printf '\nThis program is built for a quick start. "make install" builds the fast one.\n'
	@printf '\nTry next:\n'; printf '  .build/debug/railbird %s\n' \
	  "show jockey Brubiand --store $(OUT)/store" \
	  "card --date 2024-12-31 --store $(OUT)/store" \
	  "import --explain YOUR-RESULTS.csv > mine.yaml"

# One store from all five services of one sandbox, with every report; nothing but this machine is asked.
demo: setup
	swift build --product railbird
	@scripts/demo.sh .build/debug/railbird $(OUT)/demo

test: setup
	@scripts/test-packages.sh
	swift build --build-tests
	@scripts/run-tests.sh

# Takes the last commit, as a stranger would.
examples: setup
	scripts/try-examples.sh

# Serve .build/docs/railbird.doccarchive and open /documentation/ to read it.
docs: setup
	scripts/docs.sh

# The samples' notebooks, written, run, and held against notebooks-export/.
notebooks: setup
	swift build --product railbird
	@scripts/try-notebooks.sh .build/debug/railbird

# The readers with libFuzzer's coverage, which `torture` uses where they are built.
fuzz: setup
	swift build --package-path Tests/Fuzz -c release -Xswiftc -sanitize=fuzzer

# Tests under the compiler's thread and address sanitizers, KIND for one of them; half an hour each.
sanitize: setup
	KIND=$(KIND) scripts/sanitize.sh

# Crash states, failing calls, readers beside a writer, load, damage, hostile input: one table, and whether
# anything was lost. MINUTES or HOURS is the time for all of it, ONLY the sections to run.
torture: setup
	swift build --product railbird
	@Tests/Torture/torture.py --railbird .build/debug/railbird $(if $(ONLY),--only $(ONLY)) \
	  $(if $(HOURS),--hours $(HOURS),--minutes $(MINUTES))

# Reports on a real Spark cluster of this machine, held against local ones; says so where Java, memory or
# Spark are missing. OPTIONS are those of Tests/Cluster/cluster.py.
cluster: setup
	@scripts/test-packages.sh
	swift build --product railbird
	swift build --build-tests
	@Tests/Cluster/cluster.py --railbird .build/debug/railbird $(OPTIONS)

# Every part runs, also after one has failed; the table at the end names those.
check: setup
	@scripts/check.sh

# The expressions that take the type checker over 300 ms, after `make test`; seven minutes on two idle cores.
expressions:
	scripts/expression-times.py

bench: setup
	swift run bench

# DuckDB and Polars, for `swift run bench --peers`.
peers:
	python3 -m venv .peers
	.peers/bin/pip install --quiet -r Benchmarks/peers/requirements.txt

format:
	swift format --in-place -r Sources Tests Benchmarks Examples Package.swift

lint:
	swift format lint --strict -r Sources Tests Benchmarks Examples Package.swift

# The samples are our own generators' output; Datasets/NAME/metadata.json says how each was made.
sample: build
	scripts/make-sample.sh
	scripts/make-season.py Datasets/season

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -s .build/release/railbird $(DESTDIR)$(PREFIX)/bin/railbird
	scripts/install-shell.sh .build/release/railbird $(DESTDIR)$(PREFIX)/share

clean:
	rm -rf .build $(OUT)
