/** What `npm ci --omit=dev --workspace server --workspace sdk` would install, by the lock file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  link?: boolean
}

/** Their folders, as in `node_modules/pg`; ours are left out. */
export function packagesOfRelease(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>()
  const visit = (from: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(packages, from, name)
      if (place === null || found.has(place)) continue
      if (packages[place]?.link) continue
      found.add(place)
      visit(place)
    }
  }
  for (const ours of ['server', 'sdk', 'contract']) visit(ours)
  return [...found].sort()
}

/** As Node looks for it: in the folder itself, then further up. */
function placeOf(packages: Record<string, Locked>, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in packages) return place
    if (folder === '') return null
  }
}
