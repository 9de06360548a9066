/** The things that somebody opened last in a workspace: their names and addresses, kept in this browser until they sign out. */
export interface RecentThing {
  to: string
  label: string
  detail: string
}

const PREFIX = 'atrium.recent.'
const MOST = 30
const MOST_SHOWN = 8

const keyOf = (userId: string, workspaceId: string) => `${PREFIX}${userId}.${workspaceId}`

export function readRecent(userId: string, workspaceId: string): RecentThing[] {
  return readAll(userId, workspaceId).slice(0, MOST_SHOWN)
}

/** The apps and agents that they lie in, the one that was opened last first. */
export function recentAppIds(userId: string, workspaceId: string): string[] {
  const ids = readAll(userId, workspaceId).flatMap(
    ({ to }) => /^\/w\/[^/]+\/(?:apps|agents)\/([^/?]+)/.exec(to)?.[1] ?? [],
  )
  return [...new Set(ids)]
}

function readAll(userId: string, workspaceId: string): RecentThing[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, workspaceId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isThing) : []
  } catch {
    return []
  }
}

export function saveRecent(userId: string, workspaceId: string, thing: RecentThing) {
  const others = readAll(userId, workspaceId).filter(({ to }) => to !== thing.to)
  try {
    localStorage.setItem(keyOf(userId, workspaceId), JSON.stringify([thing, ...others].slice(0, MOST)))
  } catch {
    // Storage switched off: then there are none.
  }
}

/** The next person at this browser sees nothing of it. */
export function clearRecent() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Storage switched off: then there are none.
  }
}

function isThing(value: unknown): value is RecentThing {
  if (typeof value !== 'object' || value === null) return false
  const { to, label, detail } = value as Partial<RecentThing>
  // Only places of the console: what is stored may have been written by anybody at this browser.
  return (
    typeof to === 'string' && /^\/w\//.test(to) && typeof label === 'string' && typeof detail === 'string'
  )
}
