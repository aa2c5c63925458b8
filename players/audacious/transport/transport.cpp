/*
 * transport.cpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

// A plugin of Audacious that opens the streams of panels. Each request, redirects included, goes to a host that the user has
// permitted to the panel, and nothing is delivered that makes a decoder send requests by itself.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <QCoreApplication>

#include <libaudcore/audstrings.h>
#include <libaudcore/drct.h>
#include <libaudcore/hook.h>
#include <libaudcore/i18n.h>
#include <libaudcore/playlist.h>
#include <libaudcore/plugin.h>
#include <libaudcore/runtime.h>

#include "streams.hpp"

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

// How long the answer to a request may take to begin, redirects included, and a playlist to arrive.
constexpr auto answer_timeout = 15s;
// How long a reader waits for more bytes.
constexpr auto silence_timeout = 10s;
// How often a reader that waits looks whether Audacious is paused.
constexpr std::chrono::milliseconds look_interval = 500ms;
constexpr int max_redirects = 10;
// The longest head of an answer, in bytes.
constexpr std::size_t max_headers = 1 << 16;
// As many bytes wait for the reader at most, beside those in the buffer of the socket.
constexpr std::size_t max_received = 1 << 16;
// The longest playlist, in bytes: Audacious keeps all its entries.
constexpr int64_t max_playlist = 1 << 22;

// Audacious opens a URI without the number of a song at its end.
std::string opened(const char *uri) {
    const char *song = uri;
    uri_parse(uri, nullptr, nullptr, &song, nullptr);
    return {uri, song};
}

struct Failure : std::runtime_error {
    using runtime_error::runtime_error;
};

// Whether an address is on the public internet (RFC 6890 and its registries).
bool is_public(const sockaddr &address) {
    struct Network {
        std::uint32_t first;
        int bits;
    };
    const auto has = [](std::uint32_t number, const auto &networks) {
        return std::any_of(std::begin(networks), std::end(networks),
                           [number](const Network &each) { return (number ^ each.first) >> (32 - each.bits) == 0; });
    };
    if (address.sa_family == AF_INET) {
        constexpr Network special[] = {{0, 8},           {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
                                       {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
                                       {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3}};
        return !has(ntohl(reinterpret_cast<const sockaddr_in &>(address).sin_addr.s_addr), special);
    }
    // Of version 6, the first 32 bits.
    std::uint32_t first;
    std::memcpy(&first, &reinterpret_cast<const sockaddr_in6 &>(address).sin6_addr, sizeof first);
    constexpr Network global[] = {{0x20000000, 3}};
    constexpr Network special[] = {{0x20010000, 23}, {0x20010db8, 32}, {0x20020000, 16}, {0x3fff0000, 20}};
    return address.sa_family == AF_INET6 && has(ntohl(first), global) && !has(ntohl(first), special);
}

// An address with its port, as the host of a URL.
std::string host_of(const sockaddr &address) {
    char text[INET6_ADDRSTRLEN] = "";
    if (address.sa_family == AF_INET) {
        const auto &version4 = reinterpret_cast<const sockaddr_in &>(address);
        inet_ntop(AF_INET, &version4.sin_addr, text, sizeof text);
        return std::string(text) + ':' + std::to_string(ntohs(version4.sin_port));
    }
    const auto &version6 = reinterpret_cast<const sockaddr_in6 &>(address);
    inet_ntop(AF_INET6, &version6.sin6_addr, text, sizeof text);
    return '[' + std::string(text) + "]:" + std::to_string(ntohs(version6.sin6_port));
}

class Stream : public VFSImpl {
public:
    explicit Stream(const char *uri) : uri_(uri), is_playlist_(Playlist::filename_is_playlist(uri)) {
        const std::lock_guard lock(mutex);
        is_ended_ = is_quitting;
        all.insert(this);
    }

    ~Stream() override {
        {
            const std::lock_guard lock(mutex);
            all.erase(this);
        }
        request_end();
    }

    bool open(String &error) {
        try {
            fill();
            return true;
        } catch (const Failure &failure) {
            error = String(failure.what());
            return false;
        }
    }

    int64_t fread(void *to, int64_t size, int64_t count) override {
        std::size_t read = 0;
        const auto wanted = static_cast<std::size_t>(size * count);
        try {
            while (read < wanted && fill()) {
                const auto part = std::min(wanted - read, ready_.size() - taken_);
                std::memcpy(static_cast<char *>(to) + read, ready_.data() + taken_, part);
                taken_ += part;
                read += part;
            }
        } catch (const Failure &failure) {
            if (!is_ended_) AUDERR("%s: %s\n", uri_.c_str(), failure.what());
            is_at_end_ = true;
        }
        position_ += static_cast<int64_t>(read);
        return size > 0 ? static_cast<int64_t>(read) / size : 0;
    }

    int fseek(int64_t offset, VFSSeekType whence) override {
        const auto wanted = offset + (whence == VFS_SEEK_CUR ? position_ : whence == VFS_SEEK_END ? size_ : 0);
        if (wanted == position_) return 0;
        const bool may_seek = has_ranges_ && size_ >= 0 && wanted <= size_;
        if (wanted < 0 || (wanted > 0 && !may_seek) || (whence == VFS_SEEK_END && size_ < 0)) return -1;
        // The next reader sends the request.
        request_end();
        position_ = wanted;
        is_at_end_ = wanted == size_;
        return 0;
    }

    int64_t ftell() override { return position_; }
    int64_t fsize() override { return size_; }
    bool feof() override { return is_at_end_; }
    int64_t fwrite(const void *, int64_t, int64_t) override { return 0; }
    int ftruncate(int64_t) override { return -1; }
    int fflush() override { return 0; }

    String get_metadata(const char *field) override {
        const std::string name(field);
        return name == "track-name"     ? title_
             : name == "stream-name"    ? name_
             : name == "content-type"   ? type_
             : name == "content-bitrate" ? String(int_to_str(1000 * bitrate_))
                                        : String();
    }

    // Ends what waits for a server: the streams with a URI, or all for good.
    static void end(const char *uri) {
        const std::lock_guard lock(mutex);
        is_quitting = is_quitting || uri == nullptr;
        for (Stream *each : all) {
            if (uri != nullptr && each->uri_ != opened(uri)) continue;
            each->is_ended_ = true;
            curl_multi_wakeup(each->transfers_.get());
        }
    }

    static void begin() {
        const std::lock_guard lock(mutex);
        is_quitting = false;
    }

private:
    template <auto function>
    struct Deleter {
        template <class Handle>
        void operator()(Handle *handle) const { function(handle); }
    };

    void request_end() {
        if (request_) curl_multi_remove_handle(transfers_.get(), request_.get());
        request_.reset();
        received_.clear();
        ready_.clear();
        used_ = taken_ = 0;
    }

    void request_begin(const std::string &url) {
        request_end();
        is_received_ = false;
        request_.reset(curl_easy_init());
        CURL *request = request_.get();
        const auto set = [request](CURLoption option, auto value) {
            if (curl_easy_setopt(request, option, value) != CURLE_OK) throw Failure(_("Cannot send a request"));
        };
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
        set(CURLOPT_HTTPHEADER, headers_.get());
        set(CURLOPT_HTTP200ALIASES, aliases_.get());
        set(CURLOPT_USERAGENT, "Audacious/" VERSION_OF_AUDACIOUS);
        set(CURLOPT_NOSIGNAL, 1L);
        // A name server that does not answer keeps its thread to itself.
        set(CURLOPT_QUICK_EXIT, 1L);
        if (position_ > 0) set(CURLOPT_RANGE, (std::to_string(position_) + '-').c_str());
        problem_[0] = '\0';
        set(CURLOPT_ERRORBUFFER, problem_);
        // OpenSSL and curl read it; libcurl leaves it to its caller.
        if (const char *trusted = std::getenv("SSL_CERT_FILE")) set(CURLOPT_CAINFO, trusted);
        headers_left_ = max_headers;
        set(CURLOPT_HEADERFUNCTION, +[](char *, std::size_t, std::size_t size, void *self) {
            auto &left = static_cast<Stream *>(self)->headers_left_;
            return size <= left ? (left -= size, size) : 0;
        });
        set(CURLOPT_HEADERDATA, this);
        set(CURLOPT_WRITEFUNCTION, +[](char *data, std::size_t, std::size_t size, void *self) {
            auto &received = static_cast<Stream *>(self)->received_;
            if (received.size() > max_received) return static_cast<std::size_t>(CURL_WRITEFUNC_PAUSE);
            received.append(data, size);
            return size;
        });
        set(CURLOPT_WRITEDATA, this);
        // The settings of Audacious count, and not those of the environment. A proxy looks the names up.
        const bool has_proxy = aud_get_bool("use_proxy");
        set(CURLOPT_NOPROXY, "");
        set(CURLOPT_PROXY, has_proxy ? static_cast<const char *>(aud_get_str("proxy_host")) : "");
        if (!has_proxy) {
            set(CURLOPT_OPENSOCKETFUNCTION, +[](void *self, curlsocktype, curl_sockaddr *address) {
                return static_cast<Stream *>(self)->connect(*address);
            });
            set(CURLOPT_OPENSOCKETDATA, this);
        } else {
            set(CURLOPT_PROXYPORT, static_cast<long>(aud_get_int("proxy_port")));
            const auto socks = aud_get_int("socks_type") == 0 ? CURLPROXY_SOCKS4A : CURLPROXY_SOCKS5_HOSTNAME;
            set(CURLOPT_PROXYTYPE, static_cast<long>(aud_get_bool("socks_proxy") ? socks : CURLPROXY_HTTP));
            if (aud_get_bool("use_proxy_auth")) {
                set(CURLOPT_PROXYUSERNAME, static_cast<const char *>(aud_get_str("proxy_user")));
                set(CURLOPT_PROXYPASSWORD, static_cast<const char *>(aud_get_str("proxy_pass")));
            }
        }
        curl_multi_add_handle(transfers_.get(), request);
    }

    // A permitted name may belong to an address of the user's network, which has to be permitted by itself.
    curl_socket_t connect(const curl_sockaddr &address) {
        const std::string host = host_of(address.addr);
        if (is_public(address.addr) || may_stream(stream_.panel, host)) {
            return socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
        }
        private_host_ = host;
        return CURL_SOCKET_BAD;
    }

    [[noreturn]] void deny(const std::string &host) {
        const PanelStream there{stream_.panel, "http://" + host + '/'};
        event_queue(stream_denied, strdup(there.uri().c_str()), free);
        throw Failure(no_permission(host));
    }

    // Sends the request for the bytes from the position on, and waits for the first ones.
    void request() {
        deadline_ = Clock::now() + answer_timeout;
        std::string url = stream_.url;
        for (int redirects = 0; redirects <= max_redirects; ++redirects) {
            const std::string problem = stream_problem({stream_.panel, url});
            // The user is asked for a host to which a permitted one leads.
            if (!problem.empty() && redirects > 0 && !stream_host(url).empty()) deny(stream_host(url));
            if (!problem.empty()) throw Failure(problem);
            private_host_.clear();
            request_begin(url);
            wait();
            if (received_.empty() && result_ != CURLE_OK && !private_host_.empty()) deny(private_host_);
            if (received_.empty() && result_ != CURLE_OK) fail();
            const char *next = nullptr;
            // libcurl tells where a redirect leads when its text has ended.
            while (status() / 100 == 3 && !is_received_) {
                received_.clear();
                wait();
            }
            curl_easy_getinfo(request_.get(), CURLINFO_REDIRECT_URL, &next);
            if (next == nullptr) return read_headers();
            url = next;
        }
        throw Failure(_("The stream redirects too often"));
    }

    long status() const {
        long status = 0;
        curl_easy_getinfo(request_.get(), CURLINFO_RESPONSE_CODE, &status);
        return status;
    }

    [[noreturn]] void fail() const { throw Failure(problem_[0] != '\0' ? problem_ : curl_easy_strerror(result_)); }

    std::string header(const char *name) const {
        curl_header *found = nullptr;
        const bool is_found = curl_easy_header(request_.get(), name, 0, CURLH_HEADER, -1, &found) == CURLHE_OK;
        return is_found ? found->value : "";
    }

    int number(const char *name) const {
        return static_cast<int>(std::clamp(std::strtol(header(name).c_str(), nullptr, 10), 0L, 1'000'000L));
    }

    void read_headers() {
        if (status() / 100 != 2) throw Failure("HTTP " + std::to_string(status()));
        const std::string start = "bytes " + std::to_string(position_) + '-';
        if (position_ > 0 && (status() != 206 || header("content-range").compare(0, start.size(), start) != 0)) {
            throw Failure(_("The server does not send the asked part"));
        }
        head_.clear();
        notice_.clear();
        notice_left_ = -1;
        interval_ = before_notice_ = number("icy-metaint");
        if (position_ > 0) return;
        curl_off_t length = -1;
        curl_easy_getinfo(request_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
        size_ = interval_ > 0 ? -1 : length;
        has_ranges_ = header("accept-ranges").find("bytes") != std::string::npos;
        const auto text = [this](const char *name) {
            const std::string value = header(name);
            return value.empty() ? String() : String(str_to_utf8(value.c_str(), -1));
        };
        name_ = text("icy-name");
        type_ = text("content-type");
        bitrate_ = number("icy-br");
    }

    // Waits for bytes, or for the end of the answer.
    void wait() {
        curl_easy_pause(request_.get(), CURLPAUSE_CONT);
        auto looked = Clock::now();
        while (true) {
            const auto before = std::exchange(looked, Clock::now());
            // While the track that opens stands paused, the time stands still.
            const String current = aud_drct_get_paused() ? aud_drct_get_filename() : String();
            if (current && opened(current) == uri_) deadline_ += looked - before;
            // Also when a server sends without end.
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - looked);
            if (is_ended_) throw Failure(_("The stream was stopped"));
            if (left <= 0ms) throw Failure(_("The server does not answer"));
            int count;
            curl_multi_perform(transfers_.get(), &count);
            while (const CURLMsg *message = curl_multi_info_read(transfers_.get(), &count)) {
                if (message->msg != CURLMSG_DONE) continue;
                is_received_ = true;
                result_ = message->data.result;
            }
            if (is_received_ || !received_.empty()) return;
            curl_multi_poll(transfers_.get(), nullptr, 0, static_cast<int>(std::min(left, look_interval).count()) + 1, nullptr);
        }
    }

    // Makes the next bytes ready, unless some are. Returns false at the end of the stream.
    bool fill() {
        while (taken_ == ready_.size() && !is_at_end_) {
            ready_.clear();
            taken_ = 0;
            if (!request_) request();
            if (used_ == received_.size()) {
                received_.clear();
                used_ = 0;
                if (is_playlist_ && position_ > max_playlist) throw Failure(_("The playlist is too long"));
                if (!is_playlist_) deadline_ = Clock::now() + silence_timeout;
                if (!is_received_) wait();
            }
            is_at_end_ = received_.empty();
            if (is_at_end_ && result_ != CURLE_OK) fail();
            take();
            check();
        }
        return !is_at_end_;
    }

    // Takes up to `count` bytes of what was received.
    std::string part(int count) {
        const std::string bytes = received_.substr(used_, static_cast<std::size_t>(count));
        used_ += bytes.size();
        return bytes;
    }

    // Makes what was received ready, up to the next notice about the title, which some servers insert.
    void take() {
        while (used_ < received_.size() && ready_.empty()) {
            if (interval_ == 0) {
                ready_ = part(std::numeric_limits<int>::max());
                continue;
            }
            if (before_notice_ > 0) {
                ready_ = part(before_notice_);
                before_notice_ -= static_cast<int>(ready_.size());
                continue;
            }
            if (notice_left_ < 0) {
                notice_left_ = 16 * static_cast<unsigned char>(received_[used_++]);
            } else {
                const std::string more = part(notice_left_);
                notice_ += more;
                notice_left_ -= static_cast<int>(more.size());
            }
            if (notice_left_ > 0) continue;
            static const std::string title = "StreamTitle='";
            const auto found = notice_.find(title), from = found + title.size();
            const auto to = found == std::string::npos ? found : notice_.find("';", from);
            if (to != std::string::npos) title_ = String(str_to_utf8(notice_.substr(from, to - from).c_str(), -1));
            notice_.clear();
            notice_left_ = -1;
            before_notice_ = interval_;
        }
    }

    // A server may answer differently each time, so each answer is checked.
    void check() {
        if (head_.size() >= max_head) return;
        head_.append(ready_, 0, max_head - head_.size());
        if (!is_made_of_others(head_)) return;
        ready_.clear();
        throw Failure(_("Access denied: the stream is made of other streams"));
    }

    static std::mutex mutex;
    static std::set<Stream *> all;
    static bool is_quitting;

    const std::string uri_;
    const PanelStream stream_ = panel_stream(uri_).value_or(PanelStream());
    const bool is_playlist_;
    std::atomic<bool> is_ended_;

    template <class Handle, auto function>
    using Owner = std::unique_ptr<Handle, Deleter<function>>;
    const Owner<curl_slist, curl_slist_free_all> headers_{curl_slist_append(nullptr, "Icy-MetaData: 1")};
    const Owner<curl_slist, curl_slist_free_all> aliases_{curl_slist_append(nullptr, "ICY 200 OK")};
    const Owner<CURLM, curl_multi_cleanup> transfers_{curl_multi_init()};
    // What libcurl tells of a failure.
    char problem_[CURL_ERROR_SIZE] = "";
    // Empty before the first request, and after a seek.
    Owner<CURL, curl_easy_cleanup> request_;
    // The last address that may not be opened.
    std::string private_host_;
    Clock::time_point deadline_;
    // The bytes of headers that the server may still send.
    std::size_t headers_left_ = 0;
    // Whether the answer has ended, and how.
    bool is_received_ = false;
    CURLcode result_ = CURLE_OK;
    // What the server has sent, and how many bytes of it were made ready.
    std::string received_;
    std::size_t used_ = 0;
    // For the reader, who has taken so many bytes of it.
    std::string ready_;
    std::size_t taken_ = 0;
    // The first bytes of the answer.
    std::string head_;

    int64_t position_ = 0;
    // -1 when it is not known.
    int64_t size_ = -1;
    bool has_ranges_ = false;
    bool is_at_end_ = false;

    // The bytes between two notices; 0 without any.
    int interval_ = 0;
    int before_notice_ = 0;
    // The missing bytes of the notice that is being read; -1 before its length.
    int notice_left_ = -1;
    std::string notice_;
    String title_, name_, type_;
    int bitrate_ = 0;
};

std::mutex Stream::mutex;
std::set<Stream *> Stream::all;
bool Stream::is_quitting = false;

String playing;

// The thread that plays may still wait for the server of the track before.
void playing_changed(void *, void *) {
    const String before = std::exchange(playing, aud_drct_get_playing() ? aud_drct_get_filename() : String());
    if (before && before != playing) Stream::end(before);
}

// Audacious waits for its threads when its main loop has ended.
void end_with_application() {
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, [] { Stream::end(nullptr); });
}

constexpr const char *own_schemes[] = {PanelStream::scheme};

}  // namespace

class StreamTransport : public TransportPlugin {
public:
    static constexpr PluginInfo info = {N_("Tonearm: streams of panels"), PACKAGE, nullptr, nullptr, 0};

    static constexpr const char *hooks[] = {"playback begin", "playback stop"};

    constexpr StreamTransport() : TransportPlugin(info, own_schemes) {}

    bool init() override {
        if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return false;
        Stream::begin();
        for (const char *hook : hooks) hook_associate(hook, playing_changed, nullptr);
        // There is no application yet.
        qAddPreRoutine(end_with_application);
        return true;
    }

    void cleanup() override {
        for (const char *hook : hooks) hook_dissociate(hook, playing_changed);
        playing = String();
    }

    VFSImpl *fopen(const char *uri, const char *mode, String &error) override {
        auto stream = std::make_unique<Stream>(uri);
        if (strcmp(mode, "r") != 0) error = String(_("A stream cannot be written"));
        else if (stream->open(error)) return stream.release();
        return nullptr;
    }
};

__attribute__((visibility("default"))) StreamTransport aud_plugin_instance;
