/// <reference path="../../../../ports/advisories/semver.d.ts" />
/** Which packages bring in which, and what follows: what the app asks for itself, what only development needs. */
import semver from 'semver'
import { shorten } from '../../../../platform/text/shorten.ts'
import { LockFault } from './lock-fault.ts'
import type { LockedPackage } from './locked-package.ts'

/** More than any app has; a file that names more is made to do harm. */
const MOST_PACKAGES = 200_000
const MOST_NEEDS = 4_000_000
const MOST_PATHS = 5
/** Of so many packages only the shortest way is kept. */
const MANY = 20_000
const LONGEST_NAME = 214
const LONGEST_PATH = 300
/** Of a longer way the end is shown. */
const SHOWN_STEPS = 8
const LAST_STEPS = 3

interface Node {
  name: string
  version: string
  isElsewhere: boolean
  /** As the lock file says; null when it does not. */
  isDev: boolean | null
  needs: number[]
}

export interface PackageGraph {
  /** Returns its number. */
  add(found: Omit<Node, 'needs'>): number
  /** One package brings in another. */
  link(from: number, to: number): void
  /** The app or one of its workspaces asks for it. */
  ask(node: number, isDev: boolean): void
  /** From git, a folder or an address. */
  setElsewhere(node: number): void
  readonly nodes: readonly Node[]
  readonly asked: ReadonlyMap<number, boolean>
}

export function createGraph(): PackageGraph {
  const nodes: Node[] = []
  const asked = new Map<number, boolean>()
  let links = 0
  return {
    nodes,
    asked,
    add(found) {
      if (nodes.length === MOST_PACKAGES) throw new LockFault(`it has more than ${MOST_PACKAGES} packages`)
      return nodes.push({ ...found, needs: [] }) - 1
    },
    link(from, to) {
      if (++links > MOST_NEEDS) throw new LockFault('its packages need too many others')
      nodes[from]?.needs.push(to)
    },
    ask(node, isDev) {
      asked.set(node, (asked.get(node) ?? true) && isDev)
    },
    setElsewhere(node) {
      const found = nodes[node]
      if (found) found.isElsewhere = true
    },
  }
}

/** Each version of a package once. */
export function listPackages(graph: PackageGraph): LockedPackage[] {
  const { nodes } = graph
  const asked = withUnasked(graph)
  const walk = walkFrom(nodes, [...asked.keys()])
  const usedBy = usersOf(nodes, walk.order)
  const inProduction = walkFrom(
    nodes,
    [...asked].filter(([, isDev]) => !isDev).map(([node]) => node),
  ).depth
  const mostPaths = nodes.length > MANY ? 1 : MOST_PATHS
  const packages = new Map<string, LockedPackage>()
  const order = nodes.map((_, node) => node).sort((a, b) => depthOf(walk, a) - depthOf(walk, b))
  for (const at of order) {
    const { name, version, isElsewhere, isDev } = nodes[at] as Node
    if (name === '' || name.length > LONGEST_NAME || version.length > 256) continue
    const key = `${name}@${version}`
    const before = packages.get(key)
    const paths = new Set([
      ...(before?.paths ?? []),
      ...pathsTo(nodes, walk, usedBy[at] ?? [], at, mostPaths),
    ])
    const isRegistry = !isElsewhere && semver.valid(version, { loose: true }) !== null
    packages.set(key, {
      name,
      version,
      source: isRegistry || before?.source === 'registry' ? 'registry' : 'other',
      is_direct: asked.has(at) || before?.is_direct === true,
      is_dev: (isDev ?? (walk.depth[at] !== -1 && inProduction[at] === -1)) && before?.is_dev !== false,
      paths: [...paths].slice(0, mostPaths),
    })
  }
  return [...packages.values()]
}

/** What nobody brings in was asked for by a part of the app that the file does not show. */
function withUnasked({ nodes, asked }: PackageGraph): Map<number, boolean> {
  const all = new Map(asked)
  const isBroughtIn = new Uint8Array(nodes.length)
  for (const { needs } of nodes) for (const to of needs) isBroughtIn[to] = 1
  for (const [node, { isDev }] of nodes.entries()) {
    if (!all.has(node) && isBroughtIn[node] === 0) all.set(node, isDev ?? false)
  }
  return all
}

interface Walk {
  /** Steps from the app, from 1 on; -1: it is not reached. */
  depth: Int32Array
  /** On the shortest way; -1: the app itself. */
  parent: Int32Array
  /** As they were reached. */
  order: readonly number[]
}

/** From the nearest on; nodes that bring each other in are seen once. */
function walkFrom(nodes: readonly Node[], starts: readonly number[]): Walk {
  const depth = new Int32Array(nodes.length).fill(-1)
  const parent = new Int32Array(nodes.length).fill(-1)
  const order = [...starts]
  for (const start of starts) depth[start] = 1
  // It grows while it is walked through.
  for (const at of order) {
    for (const to of nodes[at]?.needs ?? []) {
      if (depth[to] !== -1) continue
      depth[to] = (depth[at] ?? 0) + 1
      parent[to] = at
      order.push(to)
    }
  }
  return { depth, parent, order }
}

const depthOf = (walk: Walk, node: number) => {
  const depth = walk.depth[node] ?? -1
  return depth === -1 ? Number.MAX_SAFE_INTEGER : depth
}

/** Who brings each in, the nearest to the app first and only as many as ways are shown. */
function usersOf(nodes: readonly Node[], order: readonly number[]): (number[] | undefined)[] {
  const users: (number[] | undefined)[] = new Array(nodes.length)
  for (const at of order) {
    for (const to of nodes[at]?.needs ?? []) {
      const known = users[to]
      if (!known) users[to] = [at]
      else if (known.length < MOST_PATHS && known.at(-1) !== at) known.push(at)
    }
  }
  return users
}

function pathsTo(
  nodes: readonly Node[],
  walk: Walk,
  users: readonly number[],
  node: number,
  most: number,
): string[] {
  const name = nodes[node]?.name ?? ''
  if ((walk.depth[node] ?? -1) === -1) return [name]
  const isAsked = walk.parent[node] === -1
  const ways = users
    .filter((user) => !isAbove(walk, node, user))
    .map((user) => wayTo(nodes, walk, user, name))
  return (isAsked ? [name, ...ways] : ways).slice(0, most)
}

/** Whether the shortest way to a user leads through the node itself; of long ways only the end is looked at. */
function isAbove(walk: Walk, node: number, user: number): boolean {
  let at = user
  for (let steps = 0; at !== -1 && steps < 64; steps++) {
    if (at === node) return true
    at = walk.parent[at] ?? -1
  }
  return false
}

function wayTo(nodes: readonly Node[], walk: Walk, user: number, name: string): string {
  const last = [name]
  let at = user
  const steps = (walk.depth[user] ?? 0) + 1
  const most = steps <= SHOWN_STEPS ? steps : LAST_STEPS
  while (at !== -1 && last.length < most) {
    last.push(nodes[at]?.name ?? '')
    at = walk.parent[at] ?? -1
  }
  const way = steps <= SHOWN_STEPS ? last.reverse() : ['…', ...last.reverse()]
  return shorten(way.join(' > '), LONGEST_PATH)
}
