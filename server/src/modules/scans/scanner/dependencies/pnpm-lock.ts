/** `pnpm-lock.yaml` of pnpm 7 to 11: versions 5, 6 and 9 of the format. */
import { LockFault } from './lock-fault.ts'
import type { Needs } from './manifest.ts'
import { createGraph, type PackageGraph } from './package-graph.ts'
import { readIndented, type Tree, textAt, textsAt, treeAt } from './read-indented.ts'

const KINDS = [
  { name: 'dependencies', isDev: false },
  { name: 'optionalDependencies', isDev: false },
  { name: 'devDependencies', isDev: true },
] as const

export function readPnpmLock(text: string, _manifest: Needs | null): PackageGraph {
  const lock = readIndented(text)
  const version = Number.parseInt(textAt(lock, 'lockfileVersion'), 10)
  if (!(version >= 5 && version <= 9)) throw new LockFault('its version is not known')
  const graph = createGraph()
  const known = new Map<string, number>()
  const packages = lock.has('snapshots') ? treeAt(lock, 'snapshots') : treeAt(lock, 'packages')
  for (const [key, entry] of packages) {
    const dev = entry instanceof Map ? textAt(entry, 'dev') : ''
    const isDev = dev === '' ? null : dev === 'true'
    known.set(key, graph.add({ ...readKey(key, version), isElsewhere: false, isDev }))
  }
  const find = (name: string, reference: string) =>
    known.get(`${name}@${reference}`) ??
    known.get(`/${name}@${reference}`) ??
    known.get(`/${name}/${reference}`) ??
    known.get(reference)

  for (const [key, entry] of packages) {
    const from = known.get(key)
    if (!(entry instanceof Map) || from === undefined) continue
    for (const kind of ['dependencies', 'optionalDependencies'] as const) {
      for (const [name, reference] of textsAt(entry, kind)) {
        const to = find(name, reference)
        if (to !== undefined) graph.link(from, to)
      }
    }
  }
  for (const importer of importersOf(lock)) {
    for (const { name: kind, isDev } of KINDS) {
      for (const [name, asked] of treeAt(importer, kind)) {
        const to = find(name, typeof asked === 'string' ? asked : textAt(asked, 'version'))
        if (to !== undefined) graph.ask(to, isDev)
      }
    }
  }
  return graph
}

/** The app and its workspaces; without workspaces older versions have what the app asks for at the top. */
function importersOf(lock: Tree): Tree[] {
  const importers = [...treeAt(lock, 'importers').values()].filter((one) => one instanceof Map)
  return [lock, ...importers]
}

/** `/name/1.2.3_peers`, `/name@1.2.3(peers)` or `name@1.2.3(peers)`. */
function readKey(key: string, version: number): { name: string; version: string } {
  const plain = key.replace(/^\//, '').replace(/\(.*$/s, '')
  const at = version < 6 ? plain.lastIndexOf('/') : plain.indexOf('@', 1)
  if (at <= 0) return { name: plain, version: '' }
  const found = plain.slice(at + 1)
  return { name: plain.slice(0, at), version: version < 6 ? found.replace(/_.*$/s, '') : found }
}
