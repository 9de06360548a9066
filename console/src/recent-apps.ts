/** Which apps were opened last in a workspace, as this browser remembers; only their ids. */
const KEY = 'atrium.recent-apps'
const MOST = 12

export function recentApps(workspaceId: string): string[] {
  return readAll()[workspaceId] ?? []
}

export function noteApp(workspaceId: string, appId: string): void {
  const others = recentApps(workspaceId).filter((id) => id !== appId)
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({ ...readAll(), [workspaceId]: [appId, ...others].slice(0, MOST) }),
    )
  } catch {
    // Storage switched off: then the apps that changed last are shown.
  }
}

function readAll(): Record<string, string[]> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string[]] => isTexts(entry[1])),
    )
  } catch {
    return {}
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
