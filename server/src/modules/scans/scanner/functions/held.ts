/** Whether a guard stands on every way to a place. */
import type { Binding, Bindings } from './bindings.ts'
import { type Guard, type GuardKind, refuses } from './find-guards.ts'
import {
  bare,
  isCall,
  isFunction,
  isMember,
  memberName,
  type Node,
  nodeAt,
  nodesAt,
  type Syntax,
} from './read-syntax.ts'
import type { Members } from './resolve-members.ts'
import { contains, ownerOf, within } from './syntax-parts.ts'

export interface Held {
  isHeld(node: Node, kinds: readonly GuardKind[]): boolean
  /** Whether something calls the function around the node, or could. */
  isReached(node: Node): boolean
}

/** Functions within functions. */
const DEEPEST = 12
const MIDDLEWARE = /^(?:use|addHook|onBeforeHandle|onRequest|preHandler|derive|before)$/

export function createHeld(
  files: readonly Syntax[],
  bindings: Bindings,
  members: Members,
  guards: readonly Guard[],
): Held {
  const byOwner = new Map<Node | null, Guard[]>()
  for (const guard of guards) {
    const owner = ownerOf(guard.node, guard.syntax)
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), guard])
  }
  const uses = usesOf(files, bindings, members)
  const refusing = new Map<string, Map<Node, boolean>>()

  /** Whether a call of the function ends when the guard refuses. */
  const refusesIn = (fn: Node, kinds: readonly GuardKind[], depth: number): boolean => {
    const known = refusing.get(kinds.join()) ?? new Map<Node, boolean>()
    refusing.set(kinds.join(), known)
    const before = known.get(fn)
    if (before !== undefined || depth > DEEPEST) return before ?? false
    known.set(fn, false)
    const found = (byOwner.get(fn) ?? []).some((guard) => {
      if (guard.branch !== null) return false
      return guard.calls
        ? refusesIn(guard.calls, kinds, depth + 1)
        : kinds.includes(guard.kind) && throws(guard)
    })
    known.set(fn, found)
    return found
  }
  /** Whether anything in the function, also in one that it returns, refuses. */
  const refusesSomewhere = (fn: Node, kinds: readonly GuardKind[]): boolean =>
    guards.some(
      (guard) =>
        contains(fn, guard.node) &&
        bindings.syntaxOf.get(fn) === guard.syntax &&
        (guard.calls
          ? refusesIn(guard.calls, kinds, 0)
          : guard.branch === null && kinds.includes(guard.kind)),
    )
  const middleware = new Map<string, boolean>()
  const isHeldByMiddleware = (kinds: readonly GuardKind[]): boolean => {
    const key = kinds.join()
    const known = middleware.get(key)
    if (known !== undefined) return known
    const found = files.some(({ nodes }) =>
      nodes.some((node) => {
        const callee = isCall(node) ? bare(nodeAt(node, 'callee')) : null
        if (!isMember(callee) || !MIDDLEWARE.test(memberName(callee))) return false
        return nodesAt(node, 'arguments').some((each) => {
          const fn = members.functionOf(each)
          return fn !== null && refusesSomewhere(fn, kinds)
        })
      }),
    )
    middleware.set(key, found)
    return found
  }

  function isHeld(node: Node, kinds: readonly GuardKind[], seen: ReadonlySet<Node> = new Set()): boolean {
    const syntax = bindings.syntaxOf.get(node)
    if (!syntax || seen.size > DEEPEST) return false
    const owner = ownerOf(node, syntax)
    const isHere = (byOwner.get(owner) ?? []).some((guard) => {
      if (guard.syntax !== syntax || !holdsFor(guard, node)) return false
      return guard.calls ? refusesIn(guard.calls, kinds, 0) : kinds.includes(guard.kind)
    })
    if (isHere) return true
    if (!owner || seen.has(owner)) return owner !== null && seen.has(owner)
    const deeper = new Set(seen).add(owner)
    const places = uses(owner)
    if (places.length > 0) return places.every((place) => isHeldAround(place, kinds, deeper))
    return isHeldAround(owner, kinds, deeper)
  }
  /** By the code around a function or its name, or by what it is handed to. */
  function isHeldAround(place: Node, kinds: readonly GuardKind[], seen: ReadonlySet<Node>): boolean {
    const syntax = bindings.syntaxOf.get(place)
    const parent = syntax?.parents.get(place)
    if (parent && isCall(parent) && nodeAt(parent, 'callee') !== place) {
      // `withUser(handler)`, `router.post('/', requireUser, handler)`
      const fellows = [nodeAt(parent, 'callee'), ...nodesAt(parent, 'arguments')].filter(
        (each) => each !== place,
      )
      if (fellows.some((each) => isRefusing(each, kinds))) return true
    }
    return isHeld(place, kinds, seen) || isHeldByMiddleware(kinds)
  }
  function isRefusing(node: Node | null, kinds: readonly GuardKind[]): boolean {
    const fn = members.functionOf(node)
    if (fn) return refusesSomewhere(fn, kinds)
    const target = bare(node)
    const name = isMember(target) ? memberName(target) : String(target?.name ?? '')
    const isUser =
      /^(?:require|with|ensure|authenticate)\w{0,20}?(?:Auth|User|Admin|Session|Login|Token)\w{0,20}$|^auth(?:enticate|orize|Middleware)?$/i
    const isRole = /admin|role|owner|staff|permission/i.test(name)
    return isUser.test(name) && (kinds.includes('user') || (isRole && kinds.includes('role')))
  }
  function holdsFor({ node, branch, syntax }: Guard, place: Node): boolean {
    if (branch) return contains(branch, place)
    if (node.start > place.start) return false
    // A test in a branch says nothing about what comes behind the branch.
    for (let [below, up] = [node, syntax.parents.get(node)]; up; [below, up] = [up, syntax.parents.get(up)]) {
      if (isFunction(up) || contains(up, place)) return true
      const isTransparent =
        up.type === 'TryStatement' ? refuses(nodeAt(nodeAt(up, 'handler'), 'body')) : !isBranch(up, below)
      if (!isTransparent) return false
    }
    return true
  }

  return {
    isHeld: (node, kinds) => isHeld(node, kinds),
    isReached(node) {
      const syntax = bindings.syntaxOf.get(node)
      for (let up = syntax && ownerOf(node, syntax); up && syntax; up = ownerOf(up, syntax)) {
        const isNamed =
          up.type === 'FunctionDeclaration' || /^Variable/.test(syntax.parents.get(up)?.type ?? '')
        if (isNamed && uses(up).length === 0 && !isExported(up, syntax)) return false
      }
      return true
    },
  }
}

/** Throws, so that the caller does not go on either; what returns early is seen by its result. */
function throws({ node, syntax }: Guard): boolean {
  if (isCall(node)) return true
  return within(node, syntax).some(
    (each) =>
      each.type === 'ThrowStatement' ||
      (isCall(each) && /throw|abort|fail|deny|forbid|unauthor|reject|exit/i.test(nameOfCall(each))),
  )
}

function nameOfCall(call: Node): string {
  const callee = bare(nodeAt(call, 'callee'))
  return isMember(callee) ? memberName(callee) : String(callee?.name ?? '')
}

function isBranch(outer: Node, part: Node): boolean {
  if (/^(?:If|Conditional)/.test(outer.type)) return nodeAt(outer, 'test') !== part
  if (outer.type === 'LogicalExpression') return nodeAt(outer, 'left') !== part
  return /^(?:For|While|DoWhile|Switch)/.test(outer.type)
}

function isExported(fn: Node, { parents }: Syntax): boolean {
  for (let [up, step] = [parents.get(fn), 0]; up && step < 3; [up, step] = [parents.get(up), step + 1])
    if (up.type.startsWith('Export')) return true
  return false
}

/** Where a function is called or named, apart from its declaration; that of its object or class where it is part of one. */
function usesOf(
  files: readonly Syntax[],
  bindings: Bindings,
  members: Members,
): (fn: Node) => readonly Node[] {
  const named = new Map<Binding, Node[]>()
  const called = new Map<Node, Node[]>()
  for (const { nodes, parents } of files) {
    for (const node of nodes) {
      const own =
        isCall(node) && isMember(bare(nodeAt(node, 'callee')))
          ? members.functionOf(nodeAt(node, 'callee'))
          : null
      if (own) called.set(own, [...(called.get(own) ?? []), node])
      if (node.type !== 'Identifier') continue
      const parent = parents.get(node)
      if (parent && (nodeAt(parent, 'id') === node || /^(?:Import|Export)\w*Specifier$/.test(parent.type)))
        continue
      if (isMember(parent) && nodeAt(parent, 'property') === node && parent?.computed !== true) continue
      const binding = bindings.of(node)
      if (!binding) continue
      const places = named.get(binding) ?? []
      named.set(binding, places)
      places.push(node)
    }
  }
  return (fn) => {
    const calls = called.get(fn)
    const id = holderOf(fn, bindings)
    const binding = id && bindings.of(id)
    return calls ?? (binding ? (named.get(binding) ?? []) : [])
  }
}

/** The name of the variable, function or class that holds the function. */
function holderOf(fn: Node, bindings: Bindings): Node | null {
  const parents = bindings.syntaxOf.get(fn)?.parents
  for (let up: Node | undefined = fn; up; up = parents?.get(up)) {
    if (/^(?:FunctionDeclaration|VariableDeclarator|ClassDeclaration)$/.test(up.type)) return nodeAt(up, 'id')
    if (
      up !== fn &&
      !/^(?:Object(?:Property|Expression)|ArrayExpression|ClassBody|TS\w+Expression)$/.test(up.type)
    )
      return null
  }
  return null
}
