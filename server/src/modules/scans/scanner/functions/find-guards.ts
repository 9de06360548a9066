/** Where a function makes sure of its caller, or of how much the caller asks for. G821: values decide, not names. */
import type { Bindings } from './bindings.ts'
import { CHECK, INPUT, RECORD, REQUEST, ROLE, STORED, USER } from './labels.ts'
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
import type { Members } from './resolve-members.ts'
import { within } from './syntax-parts.ts'
import type { Values } from './track-values.ts'

/** `user`: somebody is signed in. `secret`: the caller knows or signed something. `role`: the right person. `rate`: not too often. */
export type GuardKind = 'user' | 'secret' | 'role' | 'rate' | 'length'
export interface Guard {
  kind: GuardKind
  node: Node
  syntax: Syntax
  /** Holds for what stands within this branch; null for all that comes after it. */
  branch: Node | null
  /** The call of a function of the files; its own guards decide. */
  calls: Node | null
}

const USER_CALL =
  /^(?:require|assert|ensure|authenticate|authorize|check|verify|validate|with|must)\w{0,20}?(?:Auth|User|Admin|Role|Session|Login|SignedIn|Token|Permission|Access|Owner|Staff|Caller)\w{0,20}$|^(?:authenticate|authorize|jwtVerify|verifyIdToken|verifyJwt)$/
const SECRET_CALL =
  /^(?:verify|validate|check|assert|require|ensure)\w{0,20}?(?:Signature|Webhook|Hmac|Sig|Event|Payload|Secret|ApiKey)\w{0,20}$|^constructEvent(?:Async)?$/
const ROLE_WORDS = /admin|role|permission|owner|staff/i
const RATE_CALL = /rate_?limit|limiter|throttle|captcha|turnstile|quota|budget/i
const RATE_COUNT = /rate|limit|throttle|captcha|turnstile|quota|budget|hits|attempts|recent|sent|used|count/i
const LEAVES = /^(?:Return|Throw|Continue|Break)Statement$/
const LEAVING_CALL = /throw|abort|fail|deny|forbid|unauthor|reject|redirect|not_?found|exit|assert|refuse/i

/** More than people write; each is held against each act. */
const MOST_GUARDS = 2_000

export function findGuards(
  files: readonly Syntax[],
  bindings: Bindings,
  members: Members,
  values: Values,
): Guard[] {
  const guards: Guard[] = []
  for (const syntax of files) {
    const kindsOf = (test: Node | null, leavesWhenTrue: boolean) =>
      kindsOfTest(test, leavesWhenTrue, { syntax, values, members })
    const put = (node: Node, kinds: readonly GuardKind[], branch: Node | null) => {
      for (const kind of kinds) guards.push({ kind, node, syntax, branch, calls: null })
    }
    for (const node of syntax.nodes) {
      const test = nodeAt(node, 'test')
      const [yes, no] = [nodeAt(node, 'consequent'), nodeAt(node, 'alternate')]
      if (/^(?:If|Conditional)/.test(node.type)) {
        if (yes) put(node, kindsOf(test, false), yes)
        if (no) put(node, kindsOf(test, true), no)
        if (yes && leaves(yes, syntax)) put(node, kindsOf(test, true), null)
        if (no && leaves(no, syntax)) put(node, kindsOf(test, false), null)
      } else if (node.type === 'LogicalExpression' && node.operator !== '??') {
        const right = nodeAt(node, 'right')
        const isOr = node.operator === '||'
        if (right) put(node, kindsOf(nodeAt(node, 'left'), isOr), right)
        if (right && leaves(right, syntax)) put(node, kindsOf(nodeAt(node, 'left'), isOr), null)
      } else if (node.type === 'WhileStatement') put(node, kindsOf(test, false), nodeAt(node, 'body'))
      else if (node.type === 'SwitchStatement') {
        const kinds = kindsOf(nodeAt(node, 'discriminant'), true)
        put(node, kinds, node)
        if (leaves(node, syntax)) put(node, kinds, null)
      } else if (isCall(node)) {
        const own = members.functionOf(nodeAt(node, 'callee'))
        const isSeen = endsCall(node, syntax)
        if (own && isSeen) guards.push({ kind: 'user', node, syntax, branch: null, calls: own })
        else if (!own && isSeen) put(node, guardsOfCall(node, values, bindings), null)
      }
      if (guards.length >= MOST_GUARDS) return guards
    }
  }
  return guards
}

interface TestContext {
  syntax: Syntax
  values: Values
  members: Members
}

/** What is certain when the code goes on: after a test that leaves when it is true, or in the branch where it is true. */
function kindsOfTest(
  node: Node | null,
  leavesWhenTrue: boolean,
  context: TestContext,
  depth = 0,
): GuardKind[] {
  const test = bare(node)
  if (!test || depth > 20) return []
  const next = (part: string, flag: boolean) => kindsOfTest(nodeAt(test, part), flag, context, depth + 1)
  if (test.type === 'UnaryExpression' && test.operator === '!') return next('argument', !leavesWhenTrue)
  if (test.type === 'LogicalExpression' && test.operator !== '??') {
    const [left, right] = [next('left', leavesWhenTrue), next('right', leavesWhenTrue)]
    // Both sides are certain after `if (a || b) return`, and within `if (a && b) { … }`.
    const areBothCertain = (test.operator === '||') === leavesWhenTrue
    return areBothCertain ? [...left, ...right] : left.filter((kind) => right.includes(kind))
  }
  if (test.type === 'Identifier') {
    const made = context.members.resolve(test)
    if (made && made !== test && /^(?:Logical|Unary)/.test(made.type))
      return kindsOfTest(made, leavesWhenTrue, context, depth + 1)
  }
  return kindsOfLeaf(test, context)
}

function kindsOfLeaf(test: Node, { syntax, values }: TestContext): GuardKind[] {
  const labels = values.labelsOf(test)
  const kinds: GuardKind[] = []
  if (labels & CHECK) kinds.push('secret')
  if (labels & USER) kinds.push('user')
  if (labels & (ROLE | RECORD)) kinds.push('role')
  const parts = within(test, syntax)
  const isFromElsewhere = (part: Node) => !(values.labelsOf(part) & INPUT)
  const isRateName = (part: Node) =>
    RATE_COUNT.test(wordAt(part, 'name')) && !isPropertyName(part, syntax) && isFromElsewhere(part)
  const lengths = parts.filter((part) => isMember(part) && /^(?:length|size|count)$/.test(memberName(part)))
  const compares = parts.some((part) => /^[<>]=?$/.test(String(part.operator)))
  const ofLengths = lengths.reduce((sum, part) => sum | values.labelsOf(nodeAt(part, 'object')), 0)
  if (compares && ofLengths & INPUT) kinds.push('length')
  if (compares && (labels & (STORED | RECORD) || parts.some(isRateName))) kinds.push('rate')
  if (parts.some((part) => RATE_CALL.test(wordAt(part, 'name')) && isRateName(part))) kinds.push('rate')
  return kinds
}

/** A property says where its value comes from through its object. */
function isPropertyName(node: Node, { parents }: Syntax): boolean {
  const parent = parents.get(node)
  const holder = isMember(parent) && nodeAt(parent, 'property') === node && parent?.computed !== true
  return holder
}

/** Calls of libraries, which cannot be looked into: what they promise by their names. */
function guardsOfCall(node: Node, values: Values, bindings: Bindings): GuardKind[] {
  const callee = bare(nodeAt(node, 'callee'))
  const name = isMember(callee) ? memberName(callee) : wordAt(callee, 'name')
  const dotted = dottedName(callee)
  const root = isMember(callee) ? null : callee
  const isNamed = root?.type !== 'Identifier' || bindings.of(root)?.declares == null
  if (!isNamed) return []
  const kinds: GuardKind[] = []
  const isMe = /(?:auth|User|users)\.me$/.test(dotted)
  const takesRequest = nodesAt(node, 'arguments').some(
    (each) => values.labelsOf(each) & (REQUEST | INPUT | USER),
  )
  if (isMe || (USER_CALL.test(name) && (takesRequest || nodesAt(node, 'arguments').length === 0)))
    kinds.push('user')
  if (SECRET_CALL.test(name) || /^(?:new )?(?:wh|webhook|svix)\w{0,10}\.verify$/i.test(dotted))
    kinds.push('secret')
  if (USER_CALL.test(name) && ROLE_WORDS.test(name)) kinds.push('role')
  if (RATE_CALL.test(dotted)) kinds.push('rate')
  return kinds
}

/** Whether the code does not go on behind it. */
function leaves(branch: Node, syntax: Syntax): boolean {
  return within(branch, syntax).some((node) => {
    if (LEAVES.test(node.type)) return !hasFunctionBetween(node, branch, syntax)
    if (!isCall(node)) return false
    const callee = bare(nodeAt(node, 'callee'))
    return LEAVING_CALL.test(isMember(callee) ? memberName(callee) : wordAt(callee, 'name'))
  })
}

function hasFunctionBetween(node: Node, outer: Node, { parents }: Syntax): boolean {
  for (let up: Node | undefined = node; up && up !== outer; up = parents.get(up))
    if (isFunction(up)) return true
  return false
}

/** Whether a refusal is seen: it is thrown and not swallowed, or its outcome is used. */
function endsCall(call: Node, { parents }: Syntax): boolean {
  let below = call
  for (let up = parents.get(call); up; up = parents.get(up)) {
    if (isMember(up) && memberName(up) === 'catch') return false
    if (up.type === 'TryStatement' && nodeAt(up, 'block') === below)
      return refuses(nodeAt(nodeAt(up, 'handler'), 'body'))
    if (isFunction(up)) return true
    below = up
  }
  return true
}

export function refuses(body: Node | null): boolean {
  return (
    body === null || nodesAt(body, 'body').some((each) => /^(?:Throw|Return|If)Statement$/.test(each.type))
  )
}
