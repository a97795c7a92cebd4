// The solver, for JavaScript.
#include "dispatch/dispatch.h"
#include "wasm/border.h"
#include "wasm/json.h"
#include "wasm/stop.h"

namespace beespace::wasm {

namespace {

int answer_proof(const Proof& proof, const AnyBoard& board) {
    Json json;
    json.begin('{').name("moves").value(std::int64_t{proof.moves});
    json.name("found").list(proof.found, [&](PieceTo move) { write_move(json, board, move); });
    json.name("isComplete").value(!proof.exhausted);
    return answer(json.name("nodes").value(static_cast<std::int64_t>(proof.nodes)).end('}').take());
}

}  // namespace

// Answers with the shortest win of the player to move within `most` own moves.
EXPORTED("shortest_win") int shortest_win(const AnyBoard* board, int most, double nodes) {
    const auto limit = static_cast<std::uint64_t>(nodes);
    return answer_proof(new_solver(best_arch())->shortest_win(*board, most, limit, stop_flag),
                        *board);
}

// Answers with the moves after which the opponent has no win within `moves` of their own moves.
EXPORTED("defences")
int defences(const AnyBoard* board, int moves, double nodes, int enough) {
    const auto limit = static_cast<std::uint64_t>(nodes);
    return answer_proof(new_solver(best_arch())->defences(*board, moves, limit, enough, stop_flag),
                        *board);
}

}  // namespace beespace::wasm
