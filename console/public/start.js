// Runs before the first paint. Applies the remembered theme; src/theme.ts owns the setting.
try {
  const theme = localStorage.getItem('atrium.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off; the system's preference then holds.
}
// Which page is on its way, for the shapes that index.html shows until it is there.
if (/^\/(?:w\/|$)/.test(location.pathname)) document.documentElement.dataset.first = 'frame'
else if (/^\/sign-in/.test(location.pathname)) document.documentElement.dataset.first = 'door'
