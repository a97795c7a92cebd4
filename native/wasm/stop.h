// Ends what is running, when JavaScript on another thread sets it.
#pragma once

#include <atomic>

namespace beespace::wasm {

inline std::atomic<bool> stop_flag{false};

}  // namespace beespace::wasm
