// Reasons as the page's messages; as WhyNot in server/boards/messages.py.
#pragma once

#include "explain/messages/json.h"
#include "explain/reasons/reason.h"

namespace beespace::explain {

inline void write_why(Json& json, const Reason& reason) {
    json.begin('{').name("code").value(text_of(reason.code)).name("text").value(reason.text);
    json.name("pieces").pieces(reason.pieces).name("hexes").hexes(reason.hexes);
    json.name("parts").list(reason.parts, [&](const Pieces& part) { json.pieces(part); });
    json.end('}');
}

}  // namespace beespace::explain
