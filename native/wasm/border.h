// What crosses the border to JavaScript: numbers, pointers, and texts in UTF-8.
//
// A text goes in through `input`, which makes room for it. A function that answers with a text
// returns its size, and `output` is where it is until the next call. A size below 0 means that the
// text is an error in JSON; the size of an error is also that of `output_size`.
#pragma once

#include <string>
#include <string_view>

#define EXPORTED(name) extern "C" __attribute__((export_name(name)))
#define IMPORTED(name) extern "C" __attribute__((import_module("beespace"), import_name(name)))

namespace beespace::wasm {

// The text that was written to `input`.
std::string_view given();

int answer(std::string text);
int answer_error(std::string json);

}  // namespace beespace::wasm
