// Applies the remembered theme before the first paint; src/theme.ts owns the setting.
try {
  const theme = localStorage.getItem('atrium.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off; the system's preference then holds.
}
