// Frames: the length of the body in four bytes, least significant byte first, and the body (docs/protocol.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "tonearm/wire.hpp"

namespace tonearm {

// Returns the four bytes that precede a body of `length` bytes.
inline std::array<char, 4> frame_prefix(std::uint32_t length) {
    return {static_cast<char>(length & 0xff), static_cast<char>(length >> 8 & 0xff),
            static_cast<char>(length >> 16 & 0xff), static_cast<char>(length >> 24 & 0xff)};
}

// Decodes frames from chunks of any size. Memory grows with the received bytes, not with the announced length.
class FrameReader {
public:
    explicit FrameReader(std::size_t max_frame_bytes = default_max_frame_bytes) : limit_(max_frame_bytes) {}

    // Calls `on_body(std::string)` for each completed body. Returns false when a prefix announces more than the limit;
    // every later call then returns false.
    template <class OnBody>
    bool feed(const char *bytes, std::size_t count, OnBody &&on_body) {
        while (!broken_) {
            if (prefix_bytes_ < 4) {
                if (count == 0) return true;
                announced_ |= static_cast<std::uint32_t>(static_cast<unsigned char>(*bytes)) << (8 * prefix_bytes_);
                ++prefix_bytes_, ++bytes, --count;
                if (prefix_bytes_ == 4 && announced_ > limit_) broken_ = true;
                continue;
            }
            const std::size_t missing = announced_ - body_.size();
            const std::size_t taken = missing < count ? missing : count;
            body_.append(bytes, taken);
            bytes += taken, count -= taken;
            if (taken < missing) return true;
            std::string body = std::move(body_);
            body_ = {};
            announced_ = 0, prefix_bytes_ = 0;
            on_body(std::move(body));
        }
        return false;
    }

    // Returns whether the input so far ends inside a frame.
    bool inside_frame() const { return prefix_bytes_ > 0; }

    // Returns the length that the last prefix announces, in bytes.
    std::size_t announced() const { return announced_; }

private:
    std::size_t limit_;
    std::string body_;
    std::uint32_t announced_ = 0;
    unsigned prefix_bytes_ = 0;
    bool broken_ = false;
};

}  // namespace tonearm
