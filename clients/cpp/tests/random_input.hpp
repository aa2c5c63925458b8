// Random input for the frame reader and for read_envelope().
#pragma once

#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "tonearm/envelope.hpp"
#include "tonearm/frames.hpp"

inline std::string frame(const std::string &body) {
    const auto prefix = tonearm::frame_prefix(static_cast<std::uint32_t>(body.size()));
    return std::string(prefix.data(), prefix.size()) + body;
}

class RandomInput {
public:
    explicit RandomInput(std::uint64_t seed) : random_(seed) {}

    // A stream of random bodies in random chunks. Some end inside a frame, some have a prefix over the limit.
    bool stream_is_read() {
        std::vector<std::string> bodies(below(5));
        std::string stream;
        for (auto &body : bodies) {
            body.resize(below(4) == 0 ? below(600) : below(8));
            for (char &each : body) each = static_cast<char>(random_());
            stream += frame(body);
        }
        const bool breaks = below(4) == 0;
        if (breaks) stream += frame(std::string(601 + below(9), 'x'));
        const bool is_cut = !breaks && !stream.empty() && below(4) == 0;
        if (is_cut) stream.pop_back();
        tonearm::FrameReader reader(600);
        std::vector<std::string> got;
        bool readable = true;
        for (std::size_t at = 0; at < stream.size();) {
            // A separate copy, so that a sanitizer notices a read past its end.
            const std::vector<char> piece(stream.begin() + static_cast<std::ptrdiff_t>(at),
                                          stream.begin() + static_cast<std::ptrdiff_t>(at + 1 + below(stream.size() - at)));
            readable = reader.feed(piece.data(), piece.size(), [&](std::string body) { got.push_back(std::move(body)); });
            at += piece.size();
        }
        if (is_cut) bodies.pop_back();
        return CHECK(got == bodies) && CHECK(readable == !breaks) && CHECK(breaks || reader.inside_frame() == is_cut);
    }

    // A message with some random bytes changed. All parts that are found must be inside the text.
    bool message_is_read() {
        static const std::string messages[] = {
            R"({"jsonrpc":"2.0","id":7,"method":"player.x","params":{"a":[1,"\\\"",{}]},"panel":"p"})",
            R"( { "id" : "a\"b" , "result" : [[],{"x":null}] } )",
            R"({"method":"event","params":{"event":"a:b","panel":"p","data":{"x":[1,2]}}})",
        };
        std::string text = messages[below(3)];
        for (std::size_t changes = below(4); changes > 0; --changes) {
            const std::size_t at = below(text.size());
            switch (below(3)) {
                case 0: text[at] = static_cast<char>(random_()); break;
                case 1: text.erase(at, below(9)); break;
                default: text.insert(at, 1, "{}[]\",:\\ 0"[below(10)]);
            }
            if (text.empty()) break;
        }
        const std::vector<char> bytes(text.begin(), text.end());
        const auto envelope = tonearm::read_envelope({bytes.data(), bytes.size()});
        if (!envelope) return true;
        const char *const end = bytes.data() + bytes.size();
        for (const auto &member : {envelope->id, envelope->method, envelope->params, envelope->result, envelope->error,
                                   envelope->panel, envelope->event, envelope->data}) {
            const bool is_inside = member.data() >= bytes.data() && member.data() + member.size() <= end;
            if (!CHECK(member.data() == nullptr || is_inside)) return false;
        }
        return true;
    }

private:
    std::size_t below(std::uint64_t limit) { return static_cast<std::size_t>(random_() % limit); }

    std::mt19937_64 random_;
};

// The same seed repeats the same input.
inline void random_input(std::uint64_t count, std::uint64_t seed) {
    RandomInput input(seed);
    for (std::uint64_t each = 0; each < count; ++each) {
        if (input.stream_is_read() && input.message_is_read()) continue;
        std::printf("input %llu of seed %llu\n", static_cast<unsigned long long>(each), static_cast<unsigned long long>(seed));
        return;
    }
}
