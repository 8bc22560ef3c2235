# Kerf: `make demo` and `make test` do everything on a fresh Debian 12, as root or with sudo.

PACKAGES = g++ gcc gfortran cmake ninja-build ccache mold pkg-config python3 git \
	llvm-19-dev libsundials-dev libsuitesparse-dev libfmt-dev libcli11-dev \
	nlohmann-json3-dev libmatio-dev libcairo2-dev libedit-dev \
	libffi-dev liblapack-dev libblas-dev libzstd-dev libzip-dev libpugixml-dev python3-dev python3-venv \
	fonts-dejavu-core libgtest-dev
# For `make check`, `make tidy` and `make fuzz` alone.
CLANG_PACKAGES = clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev
# Tests that need one of these are skipped without it; continuous integration has them all.
OPTIONAL_PACKAGES = octave

PREFIX ?= /usr/local
PYTHON ?= python3
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT = DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o Dpkg::Use-Pty=0
JOBS := $(shell nproc)
SOURCES = git ls-files 'src/*.h' 'src/*.hpp' 'src/*.cpp' 'test/*.cpp' 'test/*.h' 'bench/*.cpp' 'bench/*.h' 'examples/*.cpp' 'examples/*.c' 'fuzz/*.cpp' 'python/*.cpp' 'python/*.h'
CTEST = ctest -j $(JOBS) --output-on-failure --progress

.PHONY: help demo test build wheel install uninstall packages clang-packages optional-packages check format tidy tidy-all asan asan-core tsan separate fuzz bench clean

help:
	@echo "make demo      install packages, build, simulate the logical inverter, draw demo.svg"
	@echo "make test      install packages, build, run all tests"
	@echo "make build     the program alone, build/kerf"
	@echo "make wheel     the Python package, into dist/; PYTHON=python3.12 names another interpreter"
	@echo "make install   into PREFIX (/usr/local): program, libkerf, headers; also DESTDIR; make uninstall"
	@echo "make check     formatting and layers        make format  format the sources"
	@echo "make tidy      clang-tidy on what changed   make tidy-all  on everything"
	@echo "make asan      all tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make asan-core unit tests, golden files and the fuzz corpus under sanitizers"
	@echo "make tsan      several threads in libkerf under ThreadSanitizer"
	@echo "make separate  all tests of a build that compiles each file on its own"
	@echo "make fuzz      build the fuzzers            make bench   benchmarks"

# Installs what is missing; says nothing and needs no rights when all is there.
define install
	@missing=""; for p in $(1); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
	  echo "== installing:$$missing"; \
	  $(SUDO) apt-get update -qq && $(SUDO) env $(APT) install --no-install-recommends $$missing; fi
endef

# Configures the preset $(1) in the folder $(2) unless that is done, and builds the targets $(3).
define compile
	@[ -f $(2)/build.ninja ] || { echo "== configuring"; cmake --preset $(1) > $(2).log 2>&1 || { cat $(2).log; exit 1; }; rm -f $(2).log; }
	@cmake --build $(2) -j $(JOBS) --target $(3)
endef

packages:
	$(call install,$(PACKAGES))

clang-packages: packages
	$(call install,$(CLANG_PACKAGES))

optional-packages: packages
	$(call install,$(OPTIONAL_PACKAGES))

build: packages
	@echo "== building (the first time takes some minutes)"
	$(call compile,release,build,kerf)

demo: build
	@echo "== the equations of examples/inverter.dym, sorted and solved"
	@build/kerf equations examples/inverter.dym --solved
	@echo "== simulating 150 ns"
	@build/kerf simulate examples/inverter.dym --stop 150E-9 --init T::Ce.U=0.2 --init T::Cc.U=-4.8 --init Cload.U=5 \
	  --plot "U,Y" --plot "T.Ib,T.Ic" --plot-to demo.svg
	@echo "== the plot of input and output is in $(CURDIR)/demo.svg"

install: packages
	$(call compile,release,build,kerf_packages)
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)" > build/install.log || { cat build/install.log; exit 1; }
	@echo "== installed into $(DESTDIR)$(PREFIX)"

wheel: packages
	$(call compile,release,build,kerf_wheel)
	@PYTHON="$(PYTHON)" python/build_wheel build dist

# What the last `make install` wrote, and the folders that are empty then.
uninstall:
	@[ -f build/install_manifest.txt ] || { echo "nothing has been installed from here"; exit 1; }
	@sed 's,^,$(DESTDIR),' build/install_manifest.txt | xargs -d '\n' rm -f
	@for folder in share/kerf include/kerf lib/cmake/Kerf; do \
	  find "$(DESTDIR)$(PREFIX)/$$folder" -type d -empty -delete 2>/dev/null; done; true

test: build
	@echo "== building the tests"
	$(call compile,release,build,kerf_tests)
	@echo "== testing"
	@$(CTEST) --test-dir build

check: clang-packages
	@tools/check_layers.py src src/layers.txt
	@$(SOURCES) | xargs clang-format-19 --dry-run --Werror && echo "format: all files as clang-format writes them"

format: clang-packages
	@$(SOURCES) | xargs clang-format-19 -i

tidy: clang-packages
	@tools/tidy

tidy-all: clang-packages
	@tools/tidy --all

asan: packages
	$(call compile,asan,build-asan,kerf kerf_tests)
	@$(CTEST) --test-dir build-asan

asan-core: packages
	$(call compile,asan,build-asan,kerf test_unit test_golden kerf_fuzz)
	@$(CTEST) --test-dir build-asan -R '^(unit|golden|fuzz)\.'

tsan: packages
	$(call compile,tsan,build-tsan,test_api)
	@build-tsan/test_api --gtest_filter='ApiThreads.*'

separate: packages
	$(call compile,separate,build-separate,kerf kerf_tests)
	@$(CTEST) --test-dir build-separate

fuzz: clang-packages
	$(call compile,fuzz,build-fuzz,kerf_fuzz)

bench: build
	@bench/run

clean:
	rm -rf dist build build-asan build-debug build-fuzz build-separate build-tsan
