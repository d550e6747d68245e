// Runs after src/main.tsx, which marks the document, and helps where that file did not come: a release has replaced it
// since this HTML was made, or the line broke. Served as it stands and under this name, so that no release removes it.
(function () {
  if ('started' in document.documentElement.dataset) return;

  /** As src/app/startup/reload-once.ts: a second reload within a minute would be a loop. */
  function reloadOnce() {
    const mark = 'reloadedForMissingCode';
    try {
      if (!navigator.onLine) return false;
      if (Date.now() - Number(sessionStorage.getItem(mark)) < 60000) return false;
      sessionStorage.setItem(mark, String(Date.now()));
    } catch {
      return false;
    }
    location.reload();
    return true;
  }

  if (reloadOnce()) return;
  const notice = document.getElementById('not-started');
  if (!(notice instanceof HTMLTemplateElement)) return;
  const content = document.importNode(notice.content, true);
  content.querySelector('[data-reload]').addEventListener('click', () => location.reload());
  if (document.querySelector('main') === null) {
    // A page without any HTML of its own: the notice is all of it.
    const title = content.querySelector('[data-title]');
    title.setAttribute('role', 'heading');
    title.setAttribute('aria-level', '1');
    document.title = title.textContent;
    const main = document.createElement('main');
    main.append(content);
    document.body.prepend(main);
  } else {
    document.body.prepend(content);
  }
})();
