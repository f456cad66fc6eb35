// Runs before the first paint: the stored choice (light, dark or system) goes to <html data-theme>.
(function () {
  var theme = 'system';
  try {
    var stored = localStorage.getItem('theme');
    if (stored === 'light' || stored === 'dark') theme = stored;
  } catch {
    // Storage is blocked in this browser: follow the system.
  }
  document.documentElement.dataset.theme = theme;
})();
