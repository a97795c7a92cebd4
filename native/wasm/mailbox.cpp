// Threads in WebAssembly: workers that JavaScript starts call `help` and wait for work in a
// mailbox.
#include "core/threads.h"
#include "wasm/border.h"

namespace beespace {

#if defined(__wasm_atomics__)

namespace {

enum State : int { ABSENT, IDLE, BUSY };

struct Helper {
    std::atomic<int> state{ABSENT};
    const std::function<void(int)>* work = nullptr;
    int id = 0;

    void become(State next) {
        state = next;
        __builtin_wasm_memory_atomic_notify(address(), 1);
    }
    void wait_while(State now) {
        while (state == now) __builtin_wasm_memory_atomic_wait32(address(), now, -1);
    }
    int* address() { return reinterpret_cast<int*>(&state); }
};

constexpr int MOST_HELPERS = 31;
Helper helpers[MOST_HELPERS];

}  // namespace

void Threads::start(int count, std::function<void(int)> work) {
    work_ = std::move(work);
    int id = 1;
    for (int i = 0; i < MOST_HELPERS && id <= count; ++i) {
        Helper& helper = helpers[i];
        if (helper.state != IDLE) continue;
        helper.work = &work_;
        helper.id = id++;
        helpers_ |= 1u << i;
        helper.become(BUSY);
    }
}

void Threads::join() {
    for (; helpers_; helpers_ &= helpers_ - 1) helpers[__builtin_ctz(helpers_)].wait_while(BUSY);
}

// What a helper does: never returns.
EXPORTED("help") void help(int number) {
    Helper& self = helpers[number];
    for (;;) {
        self.become(IDLE);
        self.wait_while(IDLE);
        (*self.work)(self.id);
    }
}

// Room for a helper's stack, which is never freed.
EXPORTED("new_stack") char* new_stack(int size) { return new char[static_cast<std::size_t>(size)]; }

#else

void Threads::start(int, std::function<void(int)>) {}
void Threads::join() {}

#endif

}  // namespace beespace
