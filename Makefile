# The commands of the README. CMake builds in build/.
#
#   make         build/bin/heddle, build/bin/heddle-opt and the runtime
#   make demo    build, then compile and run an example
#   make check   build, then run all tests
#   make bench   build, then run the benchmarks
#   make package build/heddle_<version>_<architecture>.deb
#   make format  clang-format the sources      make tidy  clang-tidy them

SOURCES = $(shell git ls-files '*.cpp' '*.h' | grep -v '^test/\|^examples/\|^docs/')
# Lets ccache work with precompiled headers.
export CCACHE_SLOPPINESS = pch_defines,time_macros,include_file_mtime,include_file_ctime

.PHONY: all setup configure build demo check bench format tidy install package clean
all: build

setup:
	@scripts/setup

configure: setup
	@test -f build/build.ninja || cmake --preset release

build: configure
	@cmake --build build

demo: build
	@scripts/demo

check: build
	@scripts/check

bench: build
	@scripts/setup bench
	@benchmarks/run --heddle build/bin/heddle
	@benchmarks/compare --heddle build/bin/heddle --scaling --plot build/bench/suite.svg
	@benchmarks/styles/run --heddle build/bin/heddle
	@benchmarks/compare --heddle build/bin/heddle --openblas
	@benchmarks/compare --heddle build/bin/heddle --pocl
	@benchmarks/compare --heddle build/bin/heddle --ablation --rounds 3 --plot build/bench/suite.svg
	@benchmarks/count --heddle build/bin/heddle

format: setup
	clang-format-22 -i $(SOURCES)

tidy: configure
	clang-tidy-22 -quiet -p build $(filter lib/%.cpp tools/%.cpp,$(SOURCES))

# make install PREFIX=/opt/heddle
PREFIX ?= /usr/local
install: build
	cmake --install build --prefix $(PREFIX)

# scripts/test-package tries it in a clean Debian.
package: build
	@scripts/setup package
	cd build && umask 022 && cpack

clean:
	rm -rf build
