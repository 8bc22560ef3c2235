# Kerf: `make demo` and `make test` do everything on a fresh Debian 12, as root or with sudo.

PACKAGES = g++ gcc gfortran cmake ninja-build ccache pkg-config python3 git \
	llvm-19-dev clang-format-19 libsundials-dev libsuitesparse-dev libfmt-dev libcli11-dev \
	nlohmann-json3-dev libgtest-dev libbenchmark-dev libmatio-dev libcairo2-dev libedit-dev \
	libffi-dev liblapack-dev \
	fonts-dejavu-core
# For `make fuzz` and `make tidy` alone.
CLANG_PACKAGES = clang-19 clang-tidy-19 libclang-rt-19-dev

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT = DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o Dpkg::Use-Pty=0
JOBS := $(shell nproc)

.PHONY: help demo test build packages clang-packages check format tidy asan fuzz bench clean

help:
	@echo "make demo    install packages, build, simulate the logical inverter, draw demo.svg"
	@echo "make test    install packages, build, run all tests"
	@echo "make build   leaves the program at build/kerf"
	@echo "make check   formatting and layers        make format  format the sources"
	@echo "make asan    tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make fuzz    build the fuzzers            make tidy    clang-tidy"
	@echo "make bench   benchmarks"

# Installs what is missing; says nothing and needs no rights when all is there.
define install
	@missing=""; for p in $(1); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
	  echo "== installing:$$missing"; \
	  $(SUDO) apt-get update -qq && $(SUDO) env $(APT) install --no-install-recommends $$missing; fi
endef

packages:
	$(call install,$(PACKAGES))

clang-packages: packages
	$(call install,$(CLANG_PACKAGES))

build: packages
	@[ -f build/build.ninja ] || { echo "== configuring"; cmake --preset release > build.log 2>&1 || { cat build.log; exit 1; }; rm -f build.log; }
	@echo "== building (the first time takes some minutes)"
	@cmake --build build -j $(JOBS)

demo: build
	@echo "== the equations of examples/inverter.dym, sorted and solved"
	@build/kerf equations examples/inverter.dym --solved
	@echo "== simulating 150 ns"
	@build/kerf simulate examples/inverter.dym --stop 150E-9 --init T::Ce.U=0.2 --init T::Cc.U=-4.8 --init Cload.U=5 \
	  --plot "U,Y" --plot "T.Ib,T.Ic" --plot-to demo.svg
	@echo "== the plot of input and output is in $(CURDIR)/demo.svg"

test: build
	@echo "== testing"
	@ctest --test-dir build -j $(JOBS) --output-on-failure --progress

check: packages
	@tools/check_layers.py src src/layers.txt
	@git ls-files 'src/*.h' 'src/*.cpp' 'test/*.cpp' 'test/*.h' 'bench/*.cpp' 'bench/*.h' 'examples/*.cpp' 'fuzz/*.cpp' | xargs clang-format-19 --dry-run --Werror && echo "format: all files as clang-format writes them"

format: packages
	@git ls-files 'src/*.h' 'src/*.cpp' 'test/*.cpp' 'test/*.h' 'bench/*.cpp' 'bench/*.h' 'examples/*.cpp' 'fuzz/*.cpp' | xargs clang-format-19 -i

tidy: clang-packages build
	@run-clang-tidy-19 -quiet -p build 'src/.*\.cpp'

asan: packages
	@cmake --preset asan > /dev/null && cmake --build build-asan -j $(JOBS)
	@ctest --test-dir build-asan -j $(JOBS) --output-on-failure --progress

fuzz: clang-packages
	@cmake --preset fuzz > /dev/null && cmake --build build-fuzz -j $(JOBS)

bench: build
	@bench/run

clean:
	rm -rf build build-asan build-debug build-fuzz
