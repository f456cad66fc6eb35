// Runs before the first paint: the stored choice (light, dark or system) goes to <html data-theme>. What surrounds the
// page, e.g. a phone's bars, knows only the system's theme, so of its colours the chosen one is marked, then and later.
(function () {
  var root = document.documentElement;
  var theme = 'system';
  try {
    var stored = localStorage.getItem('theme');
    if (stored === 'light' || stored === 'dark') theme = stored;
  } catch {
    // Storage is blocked in this browser: follow the system.
  }
  root.dataset.theme = theme;

  var colours = Array.from(document.querySelectorAll('meta[name=theme-color]'), function (meta) {
    return { meta: meta, media: meta.media };
  });
  function mark() {
    var chosen = root.dataset.theme;
    colours.forEach(function (colour) {
      if (chosen === 'system') colour.meta.media = colour.media;
      else colour.meta.media = colour.media.includes(chosen) ? 'all' : 'not all';
    });
  }
  new MutationObserver(mark).observe(root, { attributeFilter: ['data-theme'] });
  mark();
})();
