// Runs perft on positions, for benchmarking the core without Python:
//
//   perft [--listed] [--portable] [--threads N] DEPTH POSITION...
//
// A position is a line of position notation ("Base+MLP White[9] - 0,0:wS1 ..."). The program prints
// one count per line. With --listed the last ply's moves are written to a list, otherwise they are
// only counted. Positions are not checked; Board.from_position does that.

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include "core/box/bugs.h"
#include "dispatch/dispatch.h"

namespace {

using beespace::BUGS;

[[noreturn]] void fail(const std::string& message) {
    std::fprintf(stderr, "perft: %s\n", message.c_str());
    std::exit(2);
}

int slot_of(const std::string& name) {
    std::size_t bug = 0;
    while (bug < BUGS.size() && (name.size() < 2 || name[1] != BUGS[bug].letter)) ++bug;
    if (bug == BUGS.size() || (name[0] != 'w' && name[0] != 'b')) fail("not a piece: " + name);
    const int number = name.size() > 2 ? name[2] - '1' : 0;
    const int first = first_slot(static_cast<beespace::Bug>(bug));
    return (name[0] == 'b' ? beespace::SIDE_SLOTS : 0) + first + number;
}

int rules_of(const std::string& text) {
    const std::string type = text.substr(0, text.find(','));
    int bits = beespace::STACK_GATES;
    for (std::size_t i = 0; i < beespace::EXPANSIONS.size(); ++i)
        if (type.find('+') != std::string::npos &&
            type.find(BUGS[beespace::EXPANSIONS[i]].letter, 4) != std::string::npos)
            bits |= 1 << i;
    if (text.find(",queen-first") != std::string::npos) bits |= beespace::QUEEN_FIRST;
    if (text.find(",no-stack-gates") != std::string::npos) bits &= ~beespace::STACK_GATES;
    return bits;
}

std::unique_ptr<beespace::AnyBoard> read_position(const std::string& line, beespace::Arch arch) {
    std::istringstream fields(line);
    std::string rules, turn, stunned, stack;
    if (!(fields >> rules >> turn >> stunned)) fail("not a position: " + line);
    auto board = beespace::new_board(arch, static_cast<std::uint8_t>(rules_of(rules)), false);
    std::vector<beespace::SetUpPiece> pieces;
    while (fields >> stack) {
        int q, r, used = 0;
        if (std::sscanf(stack.c_str(), "%d,%d:%n", &q, &r, &used) != 2 || !used)
            fail("not a stack: " + stack);
        std::istringstream names(stack.substr(static_cast<std::size_t>(used)));
        std::string name;
        for (int level = 0; std::getline(names, name, '.'); ++level)
            pieces.push_back({slot_of(name), {q, r}, level, !names.eof()});
    }
    const long number = turn.size() > 6 ? std::atol(turn.c_str() + 6) : 1;
    board->set_up(pieces, 2 * (number - 1) + (turn[0] == 'B'),
                  stunned == "-" ? beespace::NO_PIECE : slot_of(stunned));
    return board;
}

}  // namespace

int main(int argc, char** argv) {
    bool listed = false;
    int threads = 1, next = 1;
    beespace::Arch arch = beespace::best_arch();
    for (; next < argc && std::strncmp(argv[next], "--", 2) == 0; ++next) {
        if (!std::strcmp(argv[next], "--listed"))
            listed = true;
        else if (!std::strcmp(argv[next], "--portable"))
            arch = beespace::Arch::PORTABLE;
        else if (!std::strcmp(argv[next], "--threads") && next + 1 < argc)
            threads = std::atoi(argv[++next]);
        else
            fail(std::string("unknown option ") + argv[next]);
    }
    if (argc - next < 2)
        fail("usage: perft [--listed] [--portable] [--threads N] DEPTH POSITION...");
    const int depth = std::atoi(argv[next++]);
    const std::atomic<bool> stop{false};
    for (; next < argc; ++next) {
        const auto board = read_position(argv[next], arch);
        std::printf("%llu\n",
                    static_cast<unsigned long long>(board->perft(depth, listed, threads, stop)));
    }
}
