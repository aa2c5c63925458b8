// The messages between a page and the bridge.
#pragma once

#include <optional>
#include <string>

#include <QObject>
#include <QString>

class Host;

// The object that a page sees through QWebChannel. Pages can call its invokable methods.
class PageChannel : public QObject {
    Q_OBJECT

public:
    PageChannel(Host &host, const QString &panel, QObject *parent);

    // Ignores the answers to the page that is gone, and keeps events back until the next one listens. The bridge
    // gives up its menus and sessions.
    void forget_page();
    // A new page listens.
    Q_INVOKABLE void begin_page();
    void post_event(const QString &name, const std::string &data);

    // A call: the page's id, the operation, and the parameters as JSON text.
    Q_INVOKABLE void post(double id, const QString &method, const QString &params);

Q_SIGNALS:
    // To the page, as JSON text: an answer or an event (docs/panels.md).
    void message(const QString &text);

private:
    Host &host_;
    const std::string panel_;
    // Counts the pages.
    unsigned page_ = 0;
    bool listens_ = false;
    bool has_called_ = false;
};
