/** The oldest Node that has what the package uses. */
export const OLDEST_NODE = 20

/** Why this process is too old for the package, as a sentence; null where it is not, or where there is no Node. */
export function nodeFault(versions: { node?: string } | undefined = ownVersions()): string | null {
  const { node } = versions ?? {}
  if (node === undefined || Number.parseInt(node, 10) >= OLDEST_NODE) return null
  return `@atrium/sdk needs Node ${OLDEST_NODE} or newer, and this is Node ${node}.`
}

/** Browsers have no process. */
function ownVersions() {
  return (globalThis as { process?: { versions?: { node?: string } } }).process?.versions
}
