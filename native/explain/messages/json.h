// Writes JSON without spaces, as Python's server does.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "explain/box/pieces.h"
#include "explain/hive/hexes.h"

namespace beespace::explain {

class Json {
  public:
    Json() { text_.reserve(1 << 14); }  // a turn has about 12 KB

    std::string take() { return std::move(text_); }

    Json& raw(std::string_view text) {
        text_ += text;
        return *this;
    }
    // The name of a field; the value has to follow.
    Json& name(std::string_view name) {
        separate();
        quote(name);
        return raw(":");
    }
    Json& value(std::string_view text) {
        separate();
        quote(text);
        return *this;
    }
    Json& value(std::int64_t number) { return plain(std::to_string(number)); }
    Json& value(bool flag) { return plain(flag ? "true" : "false"); }
    Json& value(Hex hex) {  // most of a turn are hexes, so this one is written in one go
        char text[2 * MOST_DIGITS + 4];
        char* at = text;
        if (needs_comma()) *at++ = ',';
        *at++ = '[';
        at = std::to_chars(at, at + MOST_DIGITS, hex.q).ptr;
        *at++ = ',';
        at = std::to_chars(at, at + MOST_DIGITS, hex.r).ptr;
        *at++ = ']';
        text_.append(text, at);
        return *this;
    }
    Json& null() { return plain("null"); }
    // A piece's name; null if there is none.
    Json& piece(int piece) { return piece == NO_PIECE ? null() : value(name_of(piece)); }

    Json& begin(char bracket) {
        separate();
        text_ += bracket;
        return *this;
    }
    Json& end(char bracket) {
        text_ += bracket;
        return *this;
    }
    template <class Values, class F>
    Json& list(const Values& values, F write) {
        begin('[');
        for (const auto& value : values) write(value);
        return end(']');
    }
    Json& pieces(const Pieces& pieces) {
        return list(pieces, [this](int one) { piece(one); });
    }
    Json& hexes(const Hexes& hexes) {
        return list(hexes, [this](Hex hex) { value(hex); });
    }

  private:
    static constexpr std::size_t MOST_DIGITS = 11;  // of a coordinate, with its sign

    Json& plain(std::string_view text) {
        separate();
        text_ += text;
        return *this;
    }
    // Not at the beginning of a list or object, nor after a name.
    bool needs_comma() const {
        const char last = text_.empty() ? '[' : text_.back();
        return last != '[' && last != '{' && last != ':';
    }
    void separate() {
        if (needs_comma()) text_ += ',';
    }
    // Characters outside ASCII stay as they are.
    void quote(std::string_view text) {
        constexpr std::string_view DIGITS = "0123456789abcdef";
        text_ += '"';
        const auto is_plain = [](char letter) {
            return letter != '"' && letter != '\\' && static_cast<unsigned char>(letter) >= 0x20;
        };
        while (!text.empty()) {
            const auto end = std::find_if_not(text.begin(), text.end(), is_plain);
            const auto size = static_cast<std::size_t>(end - text.begin());
            text_ += text.substr(0, size);
            text.remove_prefix(size);
            if (text.empty()) break;
            const auto code = static_cast<unsigned char>(text.front());
            if (code >= 0x20)
                (text_ += '\\') += text.front();
            else
                ((text_ += "\\u00") += DIGITS[code >> 4]) += DIGITS[code & 15];
            text.remove_prefix(1);
        }
        text_ += '"';
    }

    std::string text_;
};

}  // namespace beespace::explain
