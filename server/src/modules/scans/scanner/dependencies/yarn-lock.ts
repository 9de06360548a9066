/** `yarn.lock` of yarn 1, and of yarn 2 to 4. */
import { LockFault } from './lock-fault.ts'
import { isElsewhere, type Needs, readAlias } from './manifest.ts'
import { createGraph, type PackageGraph } from './package-graph.ts'
import { readIndented, type Tree, textAt, textsAt } from './read-indented.ts'

interface Entry {
  entry: Tree
  /** Null: part of the app itself. */
  node: number | null
}

export function readYarnLock(text: string, manifest: Needs | null): PackageGraph {
  const lock = readIndented(text)
  const isFirst = !lock.has('__metadata')
  if (isFirst && lock.size > 0 && !/^# yarn lockfile v1$/m.test(text.slice(0, 500))) {
    throw new LockFault('it is of no version that is known')
  }
  const graph = createGraph()
  const entries: Entry[] = []
  /** By what was asked for, such as `qs@^6.0.0`. */
  const known = new Map<string, number | null>()
  const byName = new Map<string, (number | null)[]>()
  for (const [key, entry] of lock) {
    if (!(entry instanceof Map) || key === '__metadata') continue
    const asked = key.split(/,\s*/).map((one) => one.replace(/^"|"$/g, ''))
    const node = isFirst ? addFirst(graph, asked[0] ?? '', entry) : addLater(graph, entry)
    entries.push({ entry, node })
    for (const one of asked) known.set(one, node)
    const name = splitAsked(asked[0] ?? '').name
    byName.set(name, [...(byName.get(name) ?? []), node].slice(0, 2))
  }
  // What the file sets to another version than was asked for is found by its name, if it is there once.
  const find = (name: string, spec: string): number | null => {
    const found = known.get(`${name}@${spec}`) ?? known.get(`${name}@npm:${spec}`)
    if (found !== undefined) return found
    const [only = null, ...others] = byName.get(name) ?? []
    return others.length === 0 ? only : null
  }
  const dev = manifest?.devDependencies ?? new Map<string, string>()
  for (const { entry, node } of entries) {
    const isRoot = node === null && /@workspace:\.$/.test(textAt(entry, 'resolution'))
    for (const kind of ['dependencies', 'optionalDependencies'] as const) {
      for (const [name, spec] of textsAt(entry, kind)) {
        const to = find(name, spec)
        if (to === null) continue
        if (node !== null) graph.link(node, to)
        else graph.ask(to, isRoot && dev.has(name) && manifest?.dependencies.has(name) !== true)
      }
    }
  }
  if (isFirst && manifest) {
    for (const [needs, isDev] of [
      [manifest.dependencies, false],
      [manifest.devDependencies, true],
    ] as const) {
      for (const [name, spec] of needs) {
        const to = find(name, spec)
        if (to !== null) graph.ask(to, isDev)
      }
    }
  }
  return graph
}

function addFirst(graph: PackageGraph, asked: string, entry: Tree): number {
  const { name, spec } = splitAsked(asked)
  return graph.add({
    name: readAlias(spec)?.name ?? (spec.startsWith('npm:') ? spec.slice(4) : name),
    version: textAt(entry, 'version'),
    isElsewhere: isElsewhere(spec),
    isDev: null,
  })
}

/** `resolution` says what it is, also where something else was asked for. */
function addLater(graph: PackageGraph, entry: Tree): number | null {
  const { name, spec } = splitAsked(textAt(entry, 'resolution'))
  if (spec.startsWith('workspace:')) return null
  const isRegistry = spec.startsWith('npm:') || spec.startsWith('patch:')
  return graph.add({ name, version: textAt(entry, 'version'), isElsewhere: !isRegistry, isDev: null })
}

function splitAsked(asked: string): { name: string; spec: string } {
  const at = asked.indexOf('@', 1)
  return at === -1 ? { name: asked, spec: '' } : { name: asked.slice(0, at), spec: asked.slice(at + 1) }
}
