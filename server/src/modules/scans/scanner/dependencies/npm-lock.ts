/** `package-lock.json` of npm 5 to 11: versions 1, 2 and 3 of the format. */
import { LockFault } from './lock-fault.ts'
import { isElsewhere, isFields, type Needs, needsOf, readAlias } from './manifest.ts'
import { createGraph, type PackageGraph } from './package-graph.ts'

type Fields = Readonly<Record<string, unknown>>

const LONGEST_LOCATION = 512
const DEEPEST_NESTING = 256

/** A folder with packages in it, and the one around it: packages are looked for there from the inside out. */
interface Scope {
  /** Null: part of the app itself. */
  own: Map<string, number | null>
  around: Scope | null
}

export function readNpmLock(text: string, manifest: Needs | null): PackageGraph {
  const lock = parse(text)
  if (isFields(lock.packages)) return readLocations(lock.packages, manifest)
  if (isFields(lock.dependencies)) return readNested(lock.dependencies, manifest)
  if (lock.lockfileVersion === undefined) throw new LockFault('it names no packages')
  return createGraph()
}

function parse(text: string): Fields {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new LockFault('it is not JSON')
  }
  if (!isFields(read)) throw new LockFault('it is not an object')
  return read
}

/** Versions 2 and 3: every package by the folder that it lies in. */
function readLocations(packages: Fields, manifest: Needs | null): PackageGraph {
  const graph = createGraph()
  const scopes = new Map<string, Scope>([['', { own: new Map(), around: null }]])
  const found: { entry: Fields; location: string; node: number | null }[] = []
  for (const [location, entry] of Object.entries(packages)) {
    if (!isFields(entry)) throw new LockFault('an entry of it is not an object')
    if (location.length > LONGEST_LOCATION) throw new LockFault('a folder in it has too long a name')
    const at = location.lastIndexOf('node_modules/')
    const folder = location.slice(at + 'node_modules/'.length)
    const node = at === -1 || entry.link === true ? null : graph.add(readEntry(folder, entry))
    if (at !== -1) scopeAt(scopes, location.slice(0, at).replace(/\/$/, '')).own.set(folder, node)
    if (entry.link !== true) found.push({ entry, location, node })
  }
  for (const [folder, scope] of scopes) scope.around = scopeAround(scopes, folderAround(folder))
  for (const { entry, location, node } of found) {
    const own = needsOf(entry)
    const needs =
      location === '' && manifest && own.dependencies.size + own.devDependencies.size === 0 ? manifest : own
    tie(graph, scopeAround(scopes, location), node, needs)
  }
  return graph
}

function readEntry(folder: string, { name, version, resolved, dev }: Fields) {
  return {
    name: typeof name === 'string' ? name : folder,
    version: typeof version === 'string' ? version : '',
    isElsewhere: typeof resolved === 'string' && !/^https?:/.test(resolved) && isElsewhere(resolved),
    isDev: dev === true,
  }
}

/** The scope of a folder, made when it is new. */
function scopeAt(scopes: Map<string, Scope>, folder: string): Scope {
  const scope = scopes.get(folder) ?? { own: new Map(), around: null }
  scopes.set(folder, scope)
  return scope
}

/** The innermost folder with packages that this one is or lies in. */
function scopeAround(scopes: ReadonlyMap<string, Scope>, location: string | null): Scope | null {
  for (let folder = location; folder !== null; folder = folderAround(folder)) {
    const scope = scopes.get(folder)
    if (scope) return scope
  }
  return null
}

function folderAround(folder: string): string | null {
  if (folder === '') return null
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
}

function lookUp(scope: Scope | null, name: string): number | null {
  for (let at = scope; at !== null; at = at.around) {
    const found = at.own.get(name)
    if (found !== undefined) return found
  }
  return null
}

/** `node` is null for the app and its workspaces. */
function tie(graph: PackageGraph, scope: Scope | null, node: number | null, needs: Needs): void {
  for (const [name, spec] of needs.dependencies) tieOne(name, spec, false)
  if (node === null) for (const [name, spec] of needs.devDependencies) tieOne(name, spec, true)

  function tieOne(name: string, spec: string, isDev: boolean): void {
    const to = lookUp(scope, name)
    if (to === null) return
    if (isElsewhere(spec)) graph.setElsewhere(to)
    if (node === null) graph.ask(to, isDev)
    else graph.link(node, to)
  }
}

/** Version 1: packages within packages. */
function readNested(dependencies: Fields, manifest: Needs | null): PackageGraph {
  const graph = createGraph()
  const root: Scope = { own: new Map(), around: null }
  const waiting: { list: Fields; scope: Scope; depth: number }[] = [
    { list: dependencies, scope: root, depth: 1 },
  ]
  const found: { scope: Scope; node: number; needs: Needs }[] = []
  for (const { list, scope, depth } of waiting) {
    if (depth > DEEPEST_NESTING) throw new LockFault('its packages lie too deep in each other')
    for (const [name, entry] of Object.entries(list)) {
      if (!isFields(entry)) throw new LockFault('an entry of it is not an object')
      const spec = typeof entry.version === 'string' ? entry.version : ''
      const real = readAlias(spec) ?? { name, version: spec }
      const node = graph.add({ ...real, isElsewhere: isElsewhere(spec), isDev: entry.dev === true })
      scope.own.set(name, node)
      const inside: Scope = { own: new Map(), around: scope }
      found.push({ scope: inside, node, needs: needsOf({ dependencies: entry.requires }) })
      if (isFields(entry.dependencies))
        waiting.push({ list: entry.dependencies, scope: inside, depth: depth + 1 })
    }
  }
  for (const { scope, node, needs } of found) tie(graph, scope, node, needs)
  if (manifest) tie(graph, root, null, manifest)
  return graph
}
