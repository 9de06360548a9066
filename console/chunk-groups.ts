/**
 * Which files the console is loaded in. What every page needs is one file, the frame of a workspace with its home is
 * another, the page to sign in a third, and what those two share a fourth, so that no first page waits for a chain of
 * small ones.
 */
import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const SOURCES = join(import.meta.dirname, 'src')
const FRAME = ['layout/AppShell.tsx', 'pages/home/HomePage.tsx']
const DOOR = ['pages/sign-in/SignInPage.tsx']

/** Of libraries what both first pages use, each in files of its own; first-page.test.ts fails when something is missing. */
const OF_BOTH =
  /node_modules\/(?:@tanstack\/(?:query-core|react-query)\/.*\/(?!queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\w+\.js|lucide-react\/.*\/key-round\.)/

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'], priority: 6 },
  {
    name: (id, context) =>
      OF_BOTH.test(id) || (filesBelow(FRAME, context).has(id) && filesBelow(DOOR, context).has(id))
        ? 'shared'
        : null,
    debugName: 'shared',
    priority: 5,
  },
  {
    name: (id, context) => (filesBelow(FRAME, context).has(id) ? 'frame' : null),
    debugName: 'frame',
    priority: 4,
  },
  {
    name: (id, context) => (filesBelow(DOOR, context).has(id) ? 'door' : null),
    debugName: 'door',
    priority: 3,
  },
  // Each is a few hundred bytes, and most pages have a dozen.
  { name: 'icons', test: /node_modules\/lucide-react\//, priority: 2 },
  {
    name: 'aria',
    test: /node_modules\/(?:react-aria|react-stately|@internationalized|@react-)/,
    priority: 2,
  },
  { name: 'table', test: /node_modules\/@tanstack\//, priority: 1 },
]

const known = new Map<readonly string[], Set<string>>()

/** Our own files that these import, directly or not; libraries follow by themselves, only as far as they are used. */
function filesBelow(roots: readonly string[], context: Context): Set<string> {
  const before = known.get(roots)
  if (before) return before
  const found = new Set<string>()
  known.set(roots, found)
  const waiting = roots.map((root) => join(SOURCES, root))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || !id.startsWith(SOURCES)) continue
    found.add(id)
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
