/** Where values of a function come from: each expression gets labels, which follow it through variables and calls. */
import { type Bindings, namesIn, pathOf } from './bindings.ts'
import { type CallContext, labelsOfCall } from './call-labels.ts'
import { cooked, ofText, saysNothing } from './expression-labels.ts'
import { findEntries, partsOf } from './function-parts.ts'
import {
  CHECK,
  ENV,
  HARMFUL,
  HEAD,
  HOST,
  INPUT,
  KNOWN,
  ORIGINS,
  ofPath,
  ofProperty,
  REQUEST,
  ROLE,
  SECRET,
  SENT,
  STORED,
  TELLS,
  USER,
} from './labels.ts'
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
import { classAround, type Members } from './resolve-members.ts'
import { createStore } from './value-store.ts'

export interface Values {
  labelsOf(node: Node | null): number
  /** Where the caller's value was held against something fixed. */
  clear(keys: Iterable<string>): void
  keyOf(node: Node | null): string | null
  /** What was put into a field of a variable. */
  fieldOf(node: Node | null, name: string): number
}

const ROUNDS = 8
const DEEPEST_FIELD = 4
const SECRET_FIELD = /token|secret|api_?key|otp|hash|password|signature|nonce|pin$/i
const COMPARES = /^(?:[!=]==?|[<>]=?|in|instanceof)$/

export function trackValues(files: readonly Syntax[], bindings: Bindings, members: Members): Values {
  const store = createStore()
  const cleared = new Set<string>()
  const ids = new Map<unknown, number>()
  const parts = partsOf(files)
  let known = new Map<Node, number>()

  const idOf = (thing: unknown): string => {
    if (!ids.has(thing)) ids.set(thing, ids.size)
    return `${ids.get(thing)}`
  }
  const keyOf = (node: Node | null): string | null => {
    const target = bare(node)
    if (target?.type === 'ThisExpression') {
      const around = classAround(target, bindings)
      return around && idOf(around)
    }
    if (target?.type === 'Identifier') {
      const binding = bindings.of(target)
      return binding && idOf(binding)
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
    if (key !== null) labels |= store.parts(key)
    if (key !== null && cleared.has(key)) labels &= ~HARMFUL
    known.set(target, labels)
    return labels
  }
  const union = (nodes: readonly (Node | null)[]) => nodes.reduce((sum, each) => sum | labelsOf(each), 0)
  /** Labels of the value itself, without what was put into its fields. */
  const ownOf = (node: Node | null): number => {
    const target = bare(node)
    if (!target) return 0
    const labels = target.type === 'Identifier' || isMember(target) ? evaluate(target) : labelsOf(target)
    const key = keyOf(target)
    return key !== null && cleared.has(key) ? labels & ~HARMFUL : labels
  }
  const returnsOf = (fn: Node): readonly Node[] => parts.get(fn)?.returns ?? []
  /** What decides which value a function returns says as much about the caller as the value. */
  const gatesOf = (fn: Node): number => union(parts.get(fn)?.gates ?? []) & TELLS

  /** Puts a value into a variable or field, each field of an object apart. */
  function assign(key: string, node: Node | null, path: readonly string[] = [], depth = 0): void {
    const target = bare(node)
    if (!target) return
    const [name, ...rest] = path
    const own = isCall(target) ? members.functionOf(nodeAt(target, 'callee')) : null
    if (depth > DEEPEST_FIELD) store.add(key, ofPath(labelsOf(target), path))
    else if (target.type === 'ObjectExpression') {
      for (const property of nodesAt(target, 'properties')) {
        const value = nodeAt(property, 'value') ?? nodeAt(property, 'argument')
        const given = wordAt(nodeAt(property, 'key'), 'name') || wordAt(nodeAt(property, 'key'), 'value')
        if (property.type === 'SpreadElement') assign(key, value, path, depth + 1)
        else if (name === undefined) assign(given ? `${key}.${given}` : key, value, [], depth + 1)
        else if (name === given || name === '...' || !given || property.computed === true)
          assign(key, value, name === given ? rest : [], depth + 1)
      }
    } else if (target.type === 'ArrayExpression' && name === '0') {
      for (const each of nodesAt(target, 'elements')) assign(key, each, rest, depth + 1)
    } else if (target.type === 'ConditionalExpression') {
      for (const part of ['consequent', 'alternate']) assign(key, nodeAt(target, part), path, depth + 1)
    } else if (own && own.kind !== 'constructor') {
      labelsOf(target)
      for (const each of returnsOf(own)) assign(key, each, path, depth + 1)
      store.add(key, gatesOf(own))
    } else {
      const from = keyOf(target)
      store.add(key, ofPath(from === null ? labelsOf(target) : ownOf(target), path))
      if (from !== null) store.copy([from, ...path].join('.'), key)
    }
  }
  const addParams = (fn: Node, args: readonly (Node | number | null)[]) => {
    const syntax = bindings.syntaxOf.get(fn)
    for (const [index, param] of nodesAt(fn, 'params').entries()) {
      for (const name of namesIn(param)) {
        const binding = bindings.of(name)
        const given = args[index] ?? null
        if (!binding || !syntax) continue
        const path = pathOf(name, syntax.parents)
        if (typeof given === 'number') {
          store.add(idOf(binding), ofPath(given, path))
          continue
        }
        assign(idOf(binding), given, path)
        if (param.type === 'TSParameterProperty') {
          const around = classAround(fn, bindings)
          if (around) assign(`${idOf(around)}.${binding.name}`, given)
        }
      }
    }
  }

  function evaluate(node: Node): number {
    switch (node.type) {
      case 'Identifier': {
        const binding = bindings.of(node)
        if (binding) return store.own(idOf(binding))
        return /^(?:process|Deno)$/.test(wordAt(node, 'name')) ? HOST : 0
      }
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return ofMember(node)
      case 'CallExpression':
      case 'OptionalCallExpression':
      case 'NewExpression':
        return labelsOfCall(node, calls)
      case 'TemplateLiteral':
        return ofText(
          nodesAt(node, 'quasis').map((part) => cooked(part)),
          nodesAt(node, 'expressions').map(labelsOf),
        )
      case 'StringLiteral':
        return ofText([wordAt(node, 'value')], [])
      case 'BinaryExpression':
        return ofBinary(node)
      case 'LogicalExpression':
        return union([nodeAt(node, 'left'), nodeAt(node, 'right')])
      case 'ConditionalExpression':
        return (
          union([nodeAt(node, 'consequent'), nodeAt(node, 'alternate')]) |
          (labelsOf(nodeAt(node, 'test')) & TELLS)
        )
      case 'AssignmentExpression':
        return labelsOf(nodeAt(node, 'right'))
      case 'SequenceExpression':
        return labelsOf(nodesAt(node, 'expressions').at(-1) ?? null)
      case 'UnaryExpression':
        return labelsOf(nodeAt(node, 'argument')) & TELLS
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

  function ofBinary(node: Node): number {
    const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')]
    const [one, other] = [labelsOf(left), labelsOf(right)]
    const both = one | other
    if (node.operator === '+') {
      const start = bare(left)
      const text = start?.type === 'StringLiteral' ? wordAt(start, 'value') : ''
      return start?.type === 'StringLiteral' ? ofText([text, ''], [other]) : one | (other & ~HEAD)
    }
    const isSame =
      (one & SENT && (other & KNOWN || isStoredSecret(right))) ||
      (other & SENT && (one & KNOWN || isStoredSecret(left)))
    const check = isSame ? CHECK : 0
    if (!COMPARES.test(String(node.operator))) return (both & ORIGINS) | check
    const isOfCaller = both & USER && !saysNothing(left) && !saysNothing(right)
    return (both & TELLS) | check | (isOfCaller ? ROLE : 0)
  }
  const isStoredSecret = (node: Node | null) => {
    const target = bare(node)
    return isMember(target) && SECRET_FIELD.test(memberName(target)) && (labelsOf(target) & STORED) !== 0
  }

  function ofMember(node: Node): number {
    const object = bare(nodeAt(node, 'object'))
    const name = memberName(node)
    if (wordAt(object, 'name') === 'globalThis' && /^(?:process|Deno)$/.test(name)) return HOST
    if (/^(?:req|request)$/.test(name) && /^(?:c|ctx|context|event)$/.test(wordAt(object, 'name')))
      return REQUEST
    const key = keyOf(node)
    const field = key === null ? 0 : store.own(key)
    return field | ofProperty(name ? ownOf(object) : labelsOf(object), name || 'computed')
  }

  const calls: CallContext = {
    labelsOf,
    union,
    functionOf: members.functionOf,
    addParams,
    resultOf: (fn) => union(returnsOf(fn)) | gatesOf(fn),
    addTo(node, labels) {
      const key = keyOf(node)
      if (key !== null) store.add(key, labels)
    },
    isOfLibrary(node) {
      const binding = node?.type === 'Identifier' ? bindings.of(node) : null
      return !binding || (binding.declares === null && store.own(idOf(binding)) === 0)
    },
    sourceOf: (node) =>
      bindings.syntaxOf.get(node)?.file.text.slice(node.start, Math.min(node.end, node.start + 500)) ?? '',
  }

  const addEntries = () => {
    for (const entry of findEntries(files)) {
      const fn = isFunction(entry) ? entry : members.functionOf(entry)
      if (fn) addParams(fn, [REQUEST])
    }
    for (const { nodes, parents } of files) {
      for (const node of nodes.filter(({ type }) => /^Import\w*Specifier$/.test(type))) {
        const from = wordAt(nodeAt(parents.get(node), 'source'), 'value')
        const local = nodeAt(node, 'local')
        const binding = /^(?:node:)?process$/.test(from) && local ? bindings.of(local) : null
        if (!binding) continue
        const isEnv = wordAt(nodeAt(node, 'imported'), 'name') === 'env'
        store.add(idOf(binding), isEnv ? ENV | SECRET | KNOWN : HOST)
      }
    }
  }
  const fields = files.flatMap(({ nodes }) =>
    nodes.filter((node) => node.type === 'AssignmentExpression' && isMember(bare(nodeAt(node, 'left')))),
  )
  const run = () => {
    addEntries()
    for (let round = 0; round < ROUNDS; round++) {
      store.settle()
      known = new Map()
      for (const { binding, value, path, isElement } of bindings.writes) {
        const key = idOf(binding)
        if (!isElement) assign(key, value, path)
        else {
          const labels = ofPath(labelsOf(value), path)
          store.add(key, labels & INPUT ? labels | HEAD : labels)
        }
      }
      for (const node of fields) {
        const target = bare(nodeAt(node, 'left'))
        const key = keyOf(target) ?? keyOf(nodeAt(target, 'object'))
        if (key !== null) assign(key, nodeAt(node, 'right'))
      }
      for (const { nodes } of files) for (const node of nodes) if (isCall(node)) labelsOf(node)
      if (!store.hasChanged()) break
    }
    known = new Map()
  }
  run()
  return {
    labelsOf,
    keyOf,
    fieldOf(node, name) {
      const key = keyOf(node)
      return key === null ? 0 : store.own(`${key}.${name}`)
    },
    clear(keys) {
      for (const key of keys) cleared.add(key)
      store.clear()
      run()
    },
  }
}
