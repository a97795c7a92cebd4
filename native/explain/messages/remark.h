// Remarks as the page's messages; as in server/boards/messages.py.
#pragma once

#include "explain/messages/json.h"
#include "explain/remarks/remark.h"

namespace beespace::explain {

inline std::string write_remark(const Remark& remark) {
    Json json;
    const auto text = [](const auto& texts, auto code) {
        return texts[static_cast<std::size_t>(code)];
    };
    json.begin('{').name("mood").value(text(MOODS, remark.mood));
    json.name("deed").value(text(DEEDS, remark.effect.deed));
    json.name("piece").piece(remark.move.piece).name("origin");
    if (remark.origin.empty())
        json.null();
    else
        json.value(remark.origin[0]);
    json.name("to").value(remark.move.to).name("thrower").piece(remark.thrower);
    json.name("pieces").pieces(remark.effect.pieces).name("hexes").hexes(remark.effect.hexes);
    return json.name("count").value(std::int64_t{remark.effect.count}).end('}').take();
}

}  // namespace beespace::explain
