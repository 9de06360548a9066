/** The values that are compared with something fixed before they are used: by a list, a pattern, or a host. */
import { type Bindings, namesIn } from './bindings.ts'
import { saysNothing } from './expression-labels.ts'
import { INPUT } from './labels.ts'
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
  wordAt,
} from './read-syntax.ts'
import type { Members } from './resolve-members.ts'
import { testOf, within } from './syntax-parts.ts'
import type { Values } from './track-values.ts'

/** Calls of own checks within own checks. */
const DEEPEST = 3

export function findChecked(
  files: readonly Syntax[],
  bindings: Bindings,
  members: Members,
  values: Values,
): Set<string> {
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
  const mentions = (root: Node | null, names: ReadonlySet<unknown>, syntax: Syntax) =>
    within(root, syntax).some((each) => each.type === 'Identifier' && names.has(bindings.of(each)))

  /** The arguments of a call that the own function compares with something fixed. */
  const checkedByOwn = (fn: Node, args: readonly Node[], depth: number): Node[] => {
    const syntax = bindings.syntaxOf.get(fn)
    if (!syntax || depth > DEEPEST) return []
    const tests = within(fn, syntax).flatMap((node) => [
      ...(testOf(node) ?? []),
      ...(node.type === 'ReturnStatement' ? [nodeAt(node, 'argument')] : []),
      ...(node === fn && nodeAt(fn, 'body')?.type !== 'BlockStatement' ? [nodeAt(fn, 'body')] : []),
    ])
    const checked = tests.flatMap((test) => within(test, syntax).flatMap((node) => checksOf(node, depth + 1)))
    return nodesAt(fn, 'params').flatMap((param, index) => {
      const names = new Set<unknown>(namesIn(param).map((each) => bindings.of(each)))
      // What was made from the parameter: `const { hostname } = new URL(url)`.
      for (const { binding, value } of bindings.writes) if (mentions(value, names, syntax)) names.add(binding)
      return checked.some((node) => mentions(node, names, syntax)) ? (args[index] ?? []) : []
    })
  }
  function checksOf(node: Node, depth: number): (Node | null)[] {
    const own = isCall(node) ? members.functionOf(nodeAt(node, 'callee')) : null
    if (own && !isFunction(bare(nodeAt(node, 'callee'))))
      return checkedByOwn(own, nodesAt(node, 'arguments'), depth)
    return checkedBy(node)
  }

  for (const syntax of files) {
    for (const node of syntax.nodes) {
      for (const test of testOf(node) ?? [])
        for (const part of within(test, syntax)) for (const checked of checksOf(part, 0)) put(checked)
      // `url.host = 'api.acme.io'`
      const left = node.type === 'AssignmentExpression' ? bare(nodeAt(node, 'left')) : null
      const isFixed = !(values.labelsOf(nodeAt(node, 'right')) & INPUT)
      if (isMember(left) && /^(?:host|hostname|href)$/.test(memberName(left)) && isFixed)
        put(nodeAt(left, 'object'))
      // `assertAllowed(url)`: an own function that throws.
      const call = node.type === 'ExpressionStatement' ? bare(nodeAt(node, 'expression')) : null
      const own = isCall(call) ? members.functionOf(nodeAt(call, 'callee')) : null
      if (own) for (const checked of checkedByOwn(own, nodesAt(call, 'arguments'), 0)) put(checked)
    }
  }
  return keys
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

/** `https://` or a host without its end: `https://api.acme.com.attacker.net` passes as well. */
function isLoose(node: Node | undefined): boolean {
  return (
    node?.type === 'StringLiteral' && /^(?:https?:?\/{0,2}|https?:\/\/[^/]*|\/)$/.test(wordAt(node, 'value'))
  )
}
