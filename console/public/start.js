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
// What a page of a workspace shows first is asked for while its scripts are on their way; src/first-answers.ts takes it.
globalThis.firstAnswers = new Map()
function ask(path) {
  const answer = fetch(path).catch(() => null)
  globalThis.firstAnswers.set(path, answer)
}
const [, workspace, page] = /^\/w\/(\w+)(.*)/.exec(location.pathname + location.search) ?? []
if (workspace) ask('/api/auth/me')
if (page === '') {
  ask(`/api/workspace/attention?limit=100&workspaceId=${workspace}`)
  ask(`/api/workspace/overview?days=14&workspaceId=${workspace}`)
  ask(`/api/apps?sort=-updated_date&limit=50&workspaceId=${workspace}`)
}
