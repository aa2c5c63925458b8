// A panel's page: it stays in its folder.
#pragma once

#include <QWebEnginePage>

class PanelPage : public QWebEnginePage {
    Q_OBJECT

public:
    PanelPage(QWebEngineProfile *profile, const QString &panel, QObject *parent);

protected:
    bool acceptNavigationRequest(const QUrl &url, NavigationType type, bool is_main_frame) override;
    QWebEnginePage *createWindow(WebWindowType type) override;
    QStringList chooseFiles(FileSelectionMode mode, const QStringList &old, const QStringList &types) override;
    void javaScriptConsoleMessage(JavaScriptConsoleMessageLevel level, const QString &message, int line,
                                  const QString &source) override;

private:
    const QString panel_;
};
