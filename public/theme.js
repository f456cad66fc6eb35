// Runs before the first paint: the stored choice (light, dark or system) goes to <html data-theme>. What surrounds the
// page, e.g. a phone's bars, knows only the system's theme, so of its colors the chosen one is marked, then and later.
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

  var colors = Array.from(document.querySelectorAll('meta[name=theme-color]'), function (meta) {
    return { meta: meta, media: meta.media };
  });
  function mark() {
    var chosen = root.dataset.theme;
    colors.forEach(function (color) {
      if (chosen === 'system') color.meta.media = color.media;
      else color.meta.media = color.media.includes(chosen) ? 'all' : 'not all';
    });
  }
  new MutationObserver(mark).observe(root, { attributeFilter: ['data-theme'] });
  mark();
})();
