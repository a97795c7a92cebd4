#!/bin/sh
# Compiles the core to WebAssembly, with the compiler that `make wasm` installs into .venv.
#
#   tools/build_wasm.sh
#
# Writes three modules into build/wasm, of which a page loads one:
#
#   beespace-threads.wasm   SIMD and shared memory, where the browser allows threads
#   beespace-simd.wasm      SIMD, one thread
#   beespace-portable.wasm  for browsers without SIMD
set -e

# Each set of processor features needs its own C++ library, which takes the compiler most of a minute.
# To share one, SIMD is switched on for our own sources only, and atomic instructions in all modules.
# Every browser with SIMD has them, and so have the others since 2021.
export ZIG_GLOBAL_CACHE_DIR="$PWD/build/zig" ZIG_LOCAL_CACHE_DIR="$PWD/build/zig"
simd='-Xclang -target-feature -Xclang +simd128'

build() { # NAME, OPTIONS...
    name=$1
    shift
    .venv/bin/python -m ziglang c++ -target wasm32-wasi -mcpu=generic+atomics -mexec-model=reactor \
        -std=c++20 -O3 -s -fno-rtti -fno-threadsafe-statics -Wall -Wextra -Werror -Inative \
        native/wasm/*.cpp native/explain/*.cpp \
        -Wl,-z,stack-size=1048576 -Wl,--import-memory -Wl,--max-memory=1073741824 "$@" \
        -o "build/wasm/beespace-$name.wasm"
}

mkdir -p build/wasm
build simd $simd
build portable &
build threads $simd -Wl,--shared-memory \
    -Wl,--export=__stack_pointer -Wl,--export=__wasm_init_tls
wait $!
