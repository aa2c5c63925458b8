/*
 * channel.hpp
 * Copyright 2026 Tonearm contributors
 *
 * This file is part of Tonearm, and may be used under the terms of the MIT License (see the file LICENSE).
 */

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

    // Ignores the calls of the page that is gone and the answers to it, and keeps events back until the next one
    // listens. The bridge gives up its menus and sessions. For a page that has crashed: a new page does it by itself, and
    // the begin of a navigation says nothing, because it may be refused.
    void forget_page();
    // A new page listens. Returns its number.
    Q_INVOKABLE int begin_page();
    void post_event(const QString &name, const std::string &data);

    // A call: the number of the page, its id for the call, the operation, and the parameters as JSON text.
    Q_INVOKABLE void post(int page, double id, const QString &method, const QString &params);

Q_SIGNALS:
    // To the page with this number, as JSON text: an answer or an event (docs/panels.md).
    void message(int page, const QString &text);

private:
    Host &host_;
    const std::string panel_;
    // Counts the pages.
    int page_ = 0;
    bool listens_ = false;
    bool has_called_ = false;
};
