/** Where values of a function come from: each expression gets labels, which follow it through variables and calls. */
import { type Binding, type Bindings, namesIn, propertyOf } from './bindings.ts'
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

export const REQUEST = 1
/** Chosen by the caller. */
export const INPUT = 2
/** The caller chooses how it begins, such as the host of an address. */
export const HEAD = 4
export const SECRET = 8
/** The client that acts as the app itself. */
export const SERVICE = 16
/** Who called. */
export const USER = 32
export const SQL = 64
/** The outcome of comparing what came with what only the right caller knows. */
export const CHECK = 128
/** Of another service, made with a secret. */
export const CLIENT = 256

export interface Values {
  labelsOf(node: Node | null): number
  /** Where the caller's value was held against something fixed. */
  clear(keys: Iterable<string>): void
  keyOf(node: Node | null): string | null
}

const ROUNDS = 8
/** Of a request: what says nothing that a caller could use. */
const HARMLESS = /^(?:method|signal|bodyUsed|size)$/
const CLEANED =
  /^(?:Number|parseInt|parseFloat|Boolean|BigInt|encodeURIComponent|basename|isNaN|isInteger|includes|has|test|startsWith|endsWith|some|every|indexOf|findIndex|createHash|createHmac|digest|getTime|randomUUID|escapeIdentifier|escapeLiteral|charCodeAt)$/
const PASSED =
  /^(?:parse|safeParse|parseAsync|stringify|String|URL|Request|URLSearchParams|Headers|entries|values|keys|fromEntries|assign|decodeURIComponent|decodeURI|encodeURI|from|of|atob|btoa|structuredClone|join|resolve|normalize|all|encode|decode|fromFileUrl|toFileUrl|raw|format)$/
const BOOLEAN_CHECK =
  /^(?:timingSafeEqual|timingSafeCompare|safeCompare|secureCompare|safeEqual|constantTimeEqual|isSameText|verify)$/
const SQL_TEXT =
  /\b(?:select\b[^;]{1,200}\bfrom|insert\s+into|update\b[^;]{1,200}\bset|delete\s+from|drop\s+table|alter\s+table|where)\b/i
const SECRET_NAME = /KEY|SECRET|TOKEN|PASS|PRIVATE|CREDENTIAL|DSN|DATABASE_URL|CONNECTION|AUTH/i
const PUBLIC_NAME = /PUBLIC|PUBLISHABLE|ANON|SITE_KEY|_ID$/i

export function trackValues(files: readonly Syntax[], bindings: Bindings): Values {
  const state = new Map<Binding, number>()
  const cleared = new Set<string>()
  const ids = new Map<Binding, number>()
  let known = new Map<Node, number>()
  let changed = true

  const add = (binding: Binding | null, labels: number) => {
    if (!binding) return
    const before = state.get(binding) ?? 0
    if ((before | labels) === before) return
    state.set(binding, before | labels)
    changed = true
  }
  const returns = returnsOf(files)
  const functionOf = (callee: Node | null): Node | null => {
    const target = bare(callee)
    if (isFunction(target)) return target
    return target?.type === 'Identifier' ? (bindings.of(target)?.declares ?? null) : null
  }
  const addParams = (fn: Node | null, args: readonly number[]) => {
    for (const [index, param] of nodesAt(fn, 'params').entries()) {
      for (const name of namesIn(param)) {
        const parents = bindings.syntaxOf.get(name)?.parents ?? new Map()
        add(bindings.of(name), ofProperty(args[index] ?? 0, propertyOf(name, parents)))
      }
    }
  }
  const keyOf = (node: Node | null): string | null => {
    const target = bare(node)
    if (target?.type === 'Identifier') {
      const binding = bindings.of(target)
      if (!binding) return null
      if (!ids.has(binding)) ids.set(binding, ids.size)
      return `${ids.get(binding)}`
    }
    if (!isMember(target)) return null
    const object = keyOf(nodeAt(target, 'object'))
    const name = memberName(target)
    return object !== null && name ? `${object}.${name}` : null
  }
  const labelsOf = (node: Node | null): number => {
    const target = bare(node)
    if (!target) return 0
    const before = known.get(target)
    if (before !== undefined) return before
    known.set(target, 0)
    const key = keyOf(target)
    let labels = evaluate(target)
    if (key !== null && cleared.has(key)) labels &= ~(INPUT | HEAD)
    known.set(target, labels)
    return labels
  }
  const union = (nodes: readonly (Node | null)[]) => nodes.reduce((sum, each) => sum | labelsOf(each), 0)

  function evaluate(node: Node): number {
    switch (node.type) {
      case 'Identifier': {
        const binding = bindings.of(node)
        return binding ? (state.get(binding) ?? 0) : 0
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return ofMember(node)
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        return ofCall(node)
      case 'TemplateLiteral':
        return ofText(
          nodesAt(node, 'quasis').map((part) => cooked(part)),
          nodesAt(node, 'expressions').map(labelsOf),
        )
      case 'StringLiteral':
        return SQL_TEXT.test(wordAt(node, 'value')) ? SQL : 0
      case 'BinaryExpression': {
        const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')]
        const both = labelsOf(left) | labelsOf(right)
        if (node.operator !== '+') return (both & (INPUT | SECRET)) === (INPUT | SECRET) ? CHECK : 0
        const start = bare(left)
        const text = start?.type === 'StringLiteral' ? wordAt(start, 'value') : ''
        return start?.type === 'StringLiteral'
          ? ofText([text, ''], [labelsOf(right)])
          : labelsOf(left) | (labelsOf(right) & ~HEAD)
      }
      case 'LogicalExpression':
        return union([nodeAt(node, 'left'), nodeAt(node, 'right')])
      case 'ConditionalExpression':
        return union([nodeAt(node, 'consequent'), nodeAt(node, 'alternate')])
      case 'AssignmentExpression':
        return labelsOf(nodeAt(node, 'right'))
      case 'SequenceExpression':
        return labelsOf(nodesAt(node, 'expressions').at(-1) ?? null)
      case 'UnaryExpression':
        return node.operator === '!' ? labelsOf(nodeAt(node, 'argument')) & (CHECK | USER) : 0
      case 'ArrayExpression':
        return union(nodesAt(node, 'elements'))
      case 'ObjectExpression':
        return union(
          nodesAt(node, 'properties').map(
            (property) => nodeAt(property, 'value') ?? nodeAt(property, 'argument'),
          ),
        )
      case 'SpreadElement':
        return labelsOf(nodeAt(node, 'argument'))
      default:
        return 0
    }
  }

  function ofMember(node: Node): number {
    const object = bare(nodeAt(node, 'object'))
    const name = memberName(node)
    if (/^(?:process|Deno)\.env$/.test(dottedName(object)))
      return name === 'get' || name === 'toObject' ? 0 : secretOf(name)
    if (/^(?:req|request)$/.test(name) && /^(?:c|ctx|context|event)$/.test(wordAt(object, 'name')))
      return REQUEST
    return ofProperty(labelsOf(object), name || 'computed')
  }

  function ofCall(node: Node): number {
    const callee = bare(nodeAt(node, 'callee'))
    const args = nodesAt(node, 'arguments')
    const name = dottedName(callee)
    const last = isMember(callee) ? memberName(callee) : wordAt(callee, 'name')
    const object = isMember(callee) ? labelsOf(nodeAt(callee, 'object')) : 0
    const own = functionOf(callee)
    for (const each of args) {
      const callback = functionOf(each)
      if (callback && object & (INPUT | SERVICE) && last !== 'serve')
        addParams(callback, [object & INPUT ? INPUT | HEAD : 0])
    }
    if (own) {
      addParams(own, args.map(labelsOf))
      return union(returns.get(own) ?? []) & ~REQUEST
    }
    if (/^Deno\.env\.get$/.test(name)) return secretOf(wordAt(args[0], 'value'))
    if (name === 'Deno.env.toObject') return SECRET
    if (last === 'get' && wordAt(args[0], 'value') === 'x-atrium-user') return USER
    if (/(?:auth|User|users)\.(?:me|getUser)$/.test(name)) return USER
    if (BOOLEAN_CHECK.test(last)) return CHECK
    if (CLEANED.test(last)) return 0
    if (last === 'createClient' && args.some((each) => /SERVICE/.test(sourceOf(each)))) return SERVICE
    if (object & SERVICE) return /^(?:entity|from)$/.test(last) ? SERVICE : 0
    if (PASSED.test(last) && !(object & (INPUT | REQUEST))) {
      if (last === 'URL' && args[0]) return labelsOf(args[0]) | (labelsOf(args[1] ?? null) & ~SQL)
      return union(args) | object
    }
    if (object & REQUEST) return INPUT | HEAD
    if (object & (INPUT | USER)) return object & (INPUT | HEAD | USER | SQL)
    if (object & SECRET) return object & SECRET
    // A library that gets a secret acts with it from then on.
    if (union(args) & SECRET && !/^(?:fetch|Response|json|log|error|warn|info|importKey)$/.test(last))
      return CLIENT
    return object & CLIENT
  }

  const sourceOf = (node: Node) =>
    bindings.syntaxOf.get(node)?.file.text.slice(node.start, Math.min(node.end, node.start + 500)) ?? ''

  const addRequests = () => {
    for (const { nodes } of files) {
      for (const node of nodes) {
        if (isFunction(node)) {
          const first = nodesAt(node, 'params')[0]
          const type = wordAt(
            nodeAt(nodeAt(nodeAt(first, 'typeAnnotation'), 'typeAnnotation'), 'typeName'),
            'name',
          )
          if (
            first?.type === 'Identifier' &&
            (/^(?:req|request)$/.test(wordAt(first, 'name')) || type === 'Request')
          ) {
            addParams(node, [REQUEST])
          }
        }
        for (const handler of handlersOf(node)) addParams(functionOf(handler), [REQUEST])
      }
    }
  }
  const run = () => {
    changed = true
    for (let round = 0; round < ROUNDS && changed; round++) {
      changed = false
      known = new Map()
      for (const { binding, value, property, isElement } of bindings.writes) {
        const labels = ofProperty(labelsOf(value), property)
        add(binding, isElement && labels & INPUT ? labels | HEAD : labels)
      }
      for (const { nodes } of files) for (const node of nodes) if (isCall(node)) labelsOf(node)
    }
    known = new Map()
  }
  addRequests()
  run()
  return {
    labelsOf,
    keyOf,
    clear(keys) {
      for (const key of keys) cleared.add(key)
      state.clear()
      addRequests()
      run()
    },
  }
}

/** The functions that answer requests: of `Deno.serve`, or exported by default. */
function handlersOf(node: Node): (Node | null)[] {
  const offered =
    isCall(node) && /^(?:Deno\.)?serve$/.test(dottedName(nodeAt(node, 'callee')))
      ? nodesAt(node, 'arguments')
      : node.type === 'ExportDefaultDeclaration'
        ? [nodeAt(node, 'declaration')]
        : []
  return offered.flatMap((each) =>
    each?.type === 'ObjectExpression'
      ? nodesAt(each, 'properties')
          .filter((property) => /^(?:fetch|handler)$/.test(wordAt(nodeAt(property, 'key'), 'name')))
          .map((property) => (isFunction(property) ? property : nodeAt(property, 'value')))
      : [each],
  )
}

function returnsOf(files: readonly Syntax[]): Map<Node, Node[]> {
  const returns = new Map<Node, Node[]>()
  const put = (fn: Node, value: Node | null) => {
    if (value) returns.set(fn, [...(returns.get(fn) ?? []), value])
  }
  for (const { nodes, parents } of files) {
    for (const node of nodes) {
      const body = nodeAt(node, 'body')
      if (node.type === 'ArrowFunctionExpression' && body?.type !== 'BlockStatement') put(node, body)
      if (node.type !== 'ReturnStatement') continue
      let up = parents.get(node)
      while (up && !isFunction(up)) up = parents.get(up)
      if (up) put(up, nodeAt(node, 'argument'))
    }
  }
  return returns
}

/** What a property has of its object; the object itself when there is no name. */
function ofProperty(labels: number, name: string): number {
  if (name === '') return labels
  if (name === 'asService') return SERVICE
  if (name === 'length') return 0
  if (labels & REQUEST) return HARMLESS.test(name) ? 0 : INPUT | HEAD
  return labels & INPUT ? labels | HEAD : labels
}

function secretOf(name: string): number {
  return name === '' || (SECRET_NAME.test(name) && !PUBLIC_NAME.test(name)) ? SECRET : 0
}

function cooked(part: Node): string {
  const { value } = part
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked ?? '') : ''
}

/** What is put into a text: how it begins is chosen by its first part, where that is more than `https://`. */
function ofText(texts: readonly string[], parts: readonly number[]): number {
  const all = parts.reduce((sum, labels) => sum | labels, 0)
  const begins = texts[0] ?? ''
  const isOpen = begins === '' || /^(?:https?|wss?):\/\/(?:[\w-]{0,40}\.)?$/i.test(begins)
  const head = isOpen && (parts[0] ?? 0) & INPUT ? HEAD : 0
  return (all & ~HEAD) | head | (SQL_TEXT.test(texts.join(' ? ')) ? SQL : 0)
}
