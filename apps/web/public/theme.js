// Runs before the first paint so that the page never flashes in the wrong theme. Blocking on purpose;
// a file of its own because the content security policy allows no inline script.
// `data-theme` overrides the system's theme; `data-session` picks the skeleton in index.html.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('parley-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('jwt') !== null) root.dataset.session = 'returning';
  } catch {
    // Storage is blocked: the system's theme and the sign-in form are right.
  }
})();
