/** For which apps the first steps were put away, as this browser remembers. */
const KEY = 'atrium.first-steps-away'

export function isPutAway(appId: string): boolean {
  return readAll().includes(appId)
}

export function putStepsAway(appId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...readAll().filter((id) => id !== appId), appId].slice(-100)))
  } catch {
    // Storage switched off: they are away until the page is opened again.
  }
}

function readAll(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
