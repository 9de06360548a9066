/** Where a function makes sure of its caller, or of what the caller chose. */
import type { Bindings } from './bindings.ts'
import {
  bare,
  dottedName,
  isCall,
  isFunction,
  isMember,
  memberName,
  type Node,
  nodeAt,
  nodesAt,
  type Syntax,
  wordAt,
} from './read-syntax.ts'
import { CHECK, INPUT, USER, type Values } from './track-values.ts'

/** `user`: somebody is signed in. `secret`: the caller knows or signed something. `role`: the right person. `rate`: not too often. */
export type GuardKind = 'user' | 'secret' | 'role' | 'rate' | 'length'
export interface Guard {
  kind: GuardKind
  node: Node
}

const USER_CALL =
  /^(?:require|assert|ensure|authenticate|authorize|check|verify|validate|is|has|get)\w{0,20}?(?:Auth|User|Admin|Role|Session|Login|SignedIn|Token|Permission|Access|Owner|Staff|Caller)\w{0,20}$|^(?:authenticate|authorize|jwtVerify|verifyIdToken|verifyJwt)$/
const SECRET_CALL =
  /^(?:verify|validate|check|assert|is|has|require|ensure)\w{0,20}?(?:Signature|Webhook|Hmac|Sig|Event|Payload|Secret|ApiKey)\w{0,20}$|^constructEvent(?:Async)?$/
const BOOLEAN_ONLY = /^(?:is|has)[A-Z]|^(?:timingSafeEqual|verify)$/
const ROLE_WORDS = /admin|role|permission|owner|staff|created_by|authoriz|member|author/i
const DECIDES = /^(?:Throw|If|Conditional|Logical|Binary)/
const RATE_WORDS = /rate_?limit|limiter|throttle|captcha|turnstile|quota|budget/i

/** More than people write; each is held against each act. */
const MOST_GUARDS = 2_000

export function findGuards(files: readonly Syntax[], bindings: Bindings, values: Values): Guard[] {
  const guards: Guard[] = []
  const used = usedFunctions(files, bindings)
  const refusing = new Map<Node, boolean>()
  const mayRefuse = (own: Node): boolean => {
    const syntax = bindings.syntaxOf.get(own)
    const may =
      refusing.get(own) ??
      (syntax !== undefined && within(own, syntax).some(({ type }) => DECIDES.test(type)))
    refusing.set(own, may)
    return may
  }
  for (const syntax of files) {
    for (const node of syntax.nodes) {
      const found = isCall(node)
        ? guardsOfCall(node, syntax, (callee) => {
            const own = bindings.of(callee)?.declares
            return !own || mayRefuse(own)
          })
        : guardsOfTest(testOf(node), syntax, values)
      if (found.length > 0 && isReached(node, syntax, used))
        guards.push(...found.map((kind) => ({ kind, node })))
    }
  }
  return guards.slice(0, MOST_GUARDS)
}

/** The values that are compared with something fixed before they are used: by a list, a pattern, or a host. */
export function findChecked(files: readonly Syntax[], bindings: Bindings, values: Values): Set<string> {
  const keys = new Set<string>()
  const origins = new Map(bindings.writes.map(({ binding, value }) => [binding, bare(value)]))
  const put = (node: Node | null): void => {
    const target = bare(node)
    const key = values.keyOf(target)
    if (key !== null && values.labelsOf(target) & INPUT) keys.add(key)
    if (isMember(target)) {
      // A checked host stands for the whole address; a checked field says nothing of the others.
      if (/^(?:hostname|host|origin|href)$/.test(memberName(target))) put(nodeAt(target, 'object'))
      return
    }
    const binding = target?.type === 'Identifier' ? bindings.of(target) : null
    const made = binding ? origins.get(binding) : null
    const origin = isCall(made) ? values.keyOf(nodesAt(made, 'arguments')[0] ?? null) : null
    if (origin !== null) keys.add(origin)
    if (isMember(made) && /^(?:hostname|host|origin|href)$/.test(memberName(made ?? null)))
      put(nodeAt(made, 'object'))
  }
  for (const syntax of files) {
    for (const test of syntax.nodes.map(testOf)) {
      for (const node of within(test, syntax)) {
        for (const checked of checkedBy(node)) put(checked)
      }
    }
  }
  return keys
}

/** What decides which way the code goes on. */
function testOf(node: Node): Node | null {
  if (/^(?:If|While|Conditional)/.test(node.type)) return nodeAt(node, 'test')
  if (node.type === 'SwitchStatement') return nodeAt(node, 'discriminant')
  return node.type === 'LogicalExpression' && node.operator !== '??' ? nodeAt(node, 'left') : null
}

function checkedBy(node: Node): (Node | null)[] {
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) {
    const sides = [nodeAt(node, 'left'), nodeAt(node, 'right')]
    return sides.some(saysNothing) ? [] : sides
  }
  if (node.type === 'BinaryExpression' && node.operator === 'in') return [nodeAt(node, 'left')]
  if (!isCall(node)) return []
  const callee = bare(nodeAt(node, 'callee'))
  const [first] = nodesAt(node, 'arguments')
  const name = isMember(callee) ? memberName(callee) : wordAt(callee, 'name')
  const object = isMember(callee) ? nodeAt(callee, 'object') : null
  if (/^(?:startsWith|endsWith)$/.test(name)) return isLoose(first) ? [] : [object]
  if (/^(?:match|matchAll)$/.test(name)) return [object]
  if (/^(?:has|test|get|hasOwn|hasOwnProperty)$/.test(name)) return nodesAt(node, 'arguments')
  if (/^(?:includes|indexOf|some|every|find)$/.test(name))
    return isLoose(first) ? [] : [object, first ?? null]
  return /^(?:is|has|check|validate|assert|verify)\w{0,20}(?:Allowed|Valid|Safe|Trusted|Known|Host|Url|Path|Name)\w{0,20}$/i.test(
    name,
  )
    ? nodesAt(node, 'arguments')
    : []
}

/** Compared with nothing, or only asked for its kind: every value passes. */
function saysNothing(node: Node | null): boolean {
  const side = bare(node)
  if (!side) return true
  if (isMember(side)) return /^(?:protocol|length|method|type)$/.test(memberName(side))
  if (side.type === 'UnaryExpression') return true
  return (
    side.type === 'NullLiteral' ||
    wordAt(side, 'name') === 'undefined' ||
    (side.type === 'StringLiteral' && side.value === '')
  )
}

/** `https://` or a host without its end: `https://api.acme.com.attacker.net` passes as well. */
function isLoose(node: Node | undefined): boolean {
  return (
    node?.type === 'StringLiteral' && /^(?:https?:?\/{0,2}|https?:\/\/[^/]*|\/)$/.test(wordAt(node, 'value'))
  )
}

function guardsOfTest(test: Node | null, syntax: Syntax, values: Values): GuardKind[] {
  const parts = within(test, syntax)
  if (parts.length === 0) return []
  const labels = parts.reduce((sum, part) => sum | values.labelsOf(part), 0)
  const words = parts.map(
    (part) => wordAt(part, 'name') || (part.type === 'StringLiteral' ? wordAt(part, 'value') : ''),
  )
  const kinds: GuardKind[] = []
  if (labels & CHECK) kinds.push('secret')
  if (labels & USER) kinds.push('user')
  if (words.some((word) => ROLE_WORDS.test(word)) || (labels & USER && words.includes('id')))
    kinds.push('role')
  if (words.some((word) => RATE_WORDS.test(word))) kinds.push('rate')
  if (words.includes('length') && parts.some((part) => /^[<>]=?$/.test(String(part.operator))))
    kinds.push('length')
  return kinds
}

function guardsOfCall(node: Node, syntax: Syntax, mayRefuse: (callee: Node) => boolean): GuardKind[] {
  const callee = bare(nodeAt(node, 'callee'))
  const name = isMember(callee) ? memberName(callee) : wordAt(callee, 'name')
  const isMe = /(?:auth|User|users)\.me$/.test(dottedName(callee))
  const kinds: GuardKind[] = []
  if (isMe || USER_CALL.test(name)) kinds.push('user')
  if (SECRET_CALL.test(name) || /^(?:new )?(?:wh|webhook|svix)\w{0,10}\.verify$/i.test(dottedName(callee)))
    kinds.push('secret')
  if (USER_CALL.test(name) && ROLE_WORDS.test(name)) kinds.push('role')
  if (RATE_WORDS.test(dottedName(callee))) kinds.push('rate')
  if (kinds.length === 0) return []
  const may = callee?.type !== 'Identifier' || mayRefuse(callee)
  return may && endsCall(node, syntax, BOOLEAN_ONLY.test(name)) ? kinds : []
}

/** Whether a refusal is seen: it is thrown and not swallowed, or its outcome is used. */
function endsCall(call: Node, { parents }: Syntax, onlyReturns: boolean): boolean {
  let below = call
  for (let up = parents.get(call); up; up = parents.get(up)) {
    if (isMember(up) && memberName(up) === 'catch') return false
    if (up.type === 'ExpressionStatement' && onlyReturns) return false
    if (up.type === 'TryStatement' && nodeAt(up, 'block') === below)
      return refuses(nodeAt(nodeAt(up, 'handler'), 'body'))
    if (isFunction(up)) return true
    below = up
  }
  return true
}

function refuses(body: Node | null): boolean {
  return (
    body === null || nodesAt(body, 'body').some((each) => /^(?:Throw|Return|If)Statement$/.test(each.type))
  )
}

function within(root: Node | null, { nodes }: Syntax): Node[] {
  if (!root) return []
  const first = firstAt(nodes, root.start)
  const found: Node[] = []
  for (let index = first; index < nodes.length; index++) {
    const node = nodes[index]
    if (!node || node.start >= root.end) break
    if (node.end <= root.end) found.push(node)
  }
  return found
}

/** Nodes stand in the order of the text, so the first can be found without looking at all. */
function firstAt(nodes: readonly Node[], start: number): number {
  let [low, high] = [0, nodes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((nodes[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}

/** Functions that something mentions; the rest never runs. */
function usedFunctions(files: readonly Syntax[], bindings: Bindings): Set<Node> {
  const used = new Set<Node>()
  for (const { nodes, parents } of files) {
    for (const node of nodes) {
      if (node.type !== 'Identifier') continue
      const parent = parents.get(node)
      const isDeclaration = parent && nodeAt(parent, 'id') === node
      const declared = isDeclaration ? null : bindings.of(node)?.declares
      if (declared) used.add(declared)
    }
  }
  return used
}

function isReached(node: Node, { parents }: Syntax, used: ReadonlySet<Node>): boolean {
  for (let up = parents.get(node); up; up = parents.get(up)) {
    if (!isFunction(up)) continue
    const holder = parents.get(up)
    const isNamed = up.type === 'FunctionDeclaration' || holder?.type === 'VariableDeclarator'
    if (isNamed && !used.has(up) && !holder?.type.startsWith('ExportDefault')) return false
  }
  return true
}
