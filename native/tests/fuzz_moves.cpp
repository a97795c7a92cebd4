// A coverage-guided fuzz target: turns bytes into a ruleset and a sequence of moves, and checks
// every position on the way. With clang, use -fsanitize=fuzzer,address,undefined. With any other
// compiler, -DBEESPACE_FUZZ_MAIN adds a main that runs the given files.

#include <cstddef>
#include <cstdint>

#include "tests/agreement.h"

using namespace beespace::BEESPACE_ARCH;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    std::size_t next = 1;
    Met met;
    play_and_check(
        data[0] & 31, (data[0] & 32) != 0,
        [&](Board&, int count) {
            if (next + 2 > size) return -1;
            const int choice = data[next] | data[next + 1] << 8;
            next += 2;
            return choice % count;
        },
        met);
    return 0;
}

#if defined(BEESPACE_FUZZ_MAIN)
int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        std::FILE* file = std::fopen(argv[i], "rb");
        CHECK(file != nullptr);
        std::vector<std::uint8_t> data(1 << 16);
        data.resize(std::fread(data.data(), 1, data.size(), file));
        std::fclose(file);
        LLVMFuzzerTestOneInput(data.data(), data.size());
    }
}
#endif
