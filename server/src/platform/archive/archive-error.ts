/** Why an archive was refused, in one sentence that names the place. Nothing of the archive was kept. */
export class ArchiveError extends Error {}

/** `Unknown key "rol"; did you mean "role"?` */
export function unknownName(what: string, given: string, known: readonly string[]): string {
  const nearest = nearestOf(given, known)
  const list = known.length > MOST_LISTED ? `${known.slice(0, MOST_LISTED).join(', ')}, …` : known.join(', ')
  const hint = nearest === null ? `; known: ${list}` : `; did you mean "${nearest}"?`
  return `Unknown ${what} "${given}"${hint}`
}

const MOST_LISTED = 50

function nearestOf(given: string, known: readonly string[]): string | null {
  const ranked = known
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(2, Math.ceil(best.name.length / 3)) ? best.name : null
}

/** How many letters must be added, removed or replaced to come from one word to the other. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...a.slice(0, 64)].entries()) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column++) {
      const replaced = (previous[column] ?? 0) + (letter === b[column] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
