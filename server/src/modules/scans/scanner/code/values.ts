/** How far a value can be trusted: fixed or made harmless, not known, or chosen by others. */
import { escapes } from './escapes.ts'
import { isInput } from './input-sources.ts'
import type { Binding, Scopes } from './scopes.ts'
import {
  at,
  dottedName,
  isFunction,
  listAt,
  type Node,
  plain,
  propertyName,
  quasis,
  textOf,
} from './syntax-tree.ts'

export type Trust = 'safe' | 'unknown' | 'tainted'

export interface Values {
  trust(node: Node | null): Trust
  /** The fixed text that a value begins with. */
  prefix(node: Node | null): string
  /** What a name stands for, if it was set once. */
  resolve(node: Node | null): Node | null
  /** The function of the same file that is called; null for all others. */
  localFunction(callee: Node | null): Node | null
  /** What a function gives back. */
  returnsOf(fn: Node): readonly Node[]
  /** How far a property of an object can be trusted, however it came there. */
  trustOfField(object: Node | null, name: string): Trust
}

const HARMLESS =
  /(?:^|\.)(?:\w*(?:[Ss]aniti[sz]e|[Pp]urify|(?<![uU]n)[Ee]scape)\w*|xss|stripTags|encodeURIComponent|encodeURI|encodeHTML|htmlEncode|he\.encode|Number|parseInt|parseFloat|BigInt|Boolean|basename|randomUUID|toFixed|toISOString|toLocaleString|toLocaleDateString|toLocaleTimeString|getTime|now|indexOf|createURL|createObjectURL|slugify|quote|shellQuote)(?:\.sanitize)?$/
const PASSES_ON =
  /(?:^|\.)(?:String|decodeURIComponent|decodeURI|unescape|atob|parse|stringify|from|toString|trim|trimStart|trimEnd|toLowerCase|toUpperCase|normalize|split|join|slice|substring|substr|concat|replace|replaceAll|filter|sort|reverse|flat|at|pop|shift|get|getAll|entries|values|keys|fromEntries|assign|resolve|normalize|format|padStart|padEnd|text|json|formData|pathToFileURL|fileURLToPath|toArray|find|repeat|match|useMemo|useState|ref|computed|memo|unref|toValue|all)$/
/** Of the page's address others choose the query and what follows it, not where it lies. */
const OWN_ADDRESS = /(?:^|\.)location\.(?:pathname|origin|host|hostname|protocol|port)$/
const DEEPEST = 60

export function createValues(scopes: Scopes, nodes: readonly Node[]): Values {
  const known = new Map<Node, Trust>()
  const busy = new Set<unknown>()
  const calls = callsByName(nodes)
  const returns = returnsByFunction(nodes)

  const worst = (all: Iterable<Node | null>, depth: number): Trust => {
    let found: Trust = 'safe'
    for (const node of all) {
      const trust = judge(node, depth + 1)
      if (trust === 'tainted') return trust
      if (trust === 'unknown') found = trust
    }
    return found
  }

  function judge(node: Node | null, depth: number): Trust {
    if (!node) return 'safe'
    const seen = known.get(node)
    if (seen) return seen
    // What is too deep, or refers to itself, is not known.
    if (depth > DEEPEST || busy.has(node)) return 'unknown'
    busy.add(node)
    const trust = isInput(node) ? 'tainted' : look(node, depth)
    busy.delete(node)
    known.set(node, trust)
    return trust
  }

  function look(node: Node, depth: number): Trust {
    switch (node.type) {
      case 'Literal':
      case 'UnaryExpression':
      case 'UpdateExpression':
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'JSXElement':
      case 'JSXFragment':
        return 'safe'
      case 'TemplateLiteral':
        return worst(listAt(node, 'expressions'), depth)
      case 'BinaryExpression':
        return node.operator === '+' ? worst([at(node, 'left'), at(node, 'right')], depth) : 'safe'
      case 'LogicalExpression':
        return worst(
          node.operator === '&&' ? [at(node, 'right')] : [at(node, 'left'), at(node, 'right')],
          depth,
        )
      case 'ConditionalExpression':
        return worst([at(node, 'consequent'), at(node, 'alternate')], depth)
      case 'SequenceExpression':
        return judge(listAt(node, 'expressions').at(-1) ?? null, depth + 1)
      case 'AssignmentExpression':
        return judge(at(node, 'right'), depth + 1)
      case 'ArrayExpression':
        return worst(listAt(node, 'elements'), depth)
      case 'ObjectExpression':
        return worst(
          listAt(node, 'properties').map((one) => at(one, 'value') ?? at(one, 'argument')),
          depth,
        )
      case 'SpreadElement':
        return judge(at(node, 'argument'), depth + 1)
      case 'Identifier':
        return ofName(node, depth)
      case 'MemberExpression':
        return ofMember(node, depth)
      case 'CallExpression':
      case 'NewExpression':
        return ofCall(node, depth)
      case 'TaggedTemplateExpression':
        return 'unknown'
      default: {
        const inner = plain(node)
        return inner && inner !== node ? judge(inner, depth + 1) : 'unknown'
      }
    }
  }

  function ofName(node: Node, depth: number): Trust {
    const name = String(node.name)
    if (name === 'undefined' || name === 'NaN' || name === 'Infinity') return 'safe'
    const binding = scopes.find(name, node)
    if (!binding) return isFixedName(name) ? 'safe' : 'unknown'
    if (binding.parameter) return ofParameter(binding.parameter, binding, depth)
    if (binding.kind === 'function') return 'safe'
    // Names in capitals are fixed by the one who wrote the program, also where they are imported.
    if (binding.kind === 'import') return isFixedName(name) ? 'safe' : 'unknown'
    if (binding.values.length === 0) return 'unknown'
    const { property } = binding
    if (property === null) return worst([...binding.values, ...[...binding.fields.values()].flat()], depth)
    return worstOf(binding.values.map((value) => ofField(value, property, depth)))
  }

  /** A property of an object: by its name where the object is written out. */
  function ofField(object: Node | null, name: string, depth: number): Trust {
    const target = plain(object)
    const known = target?.type === 'Identifier' ? scopes.find(String(target.name), target) : null
    const later = worst(known?.fields.get(name) ?? [], depth)
    const made = resolve(object)
    const properties = made?.type === 'ObjectExpression' ? listAt(made, 'properties') : []
    const isWhole = properties.every(({ type }) => type === 'Property')
    const property = properties.find((one) => propertyName(one) === name)
    if (made?.type === 'ObjectExpression' && isWhole)
      return worstOf([later, property ? judge(at(property, 'value'), depth + 1) : 'unknown'])
    if (known?.parameter && !known.is_part)
      return worstOf([later, ofParameter(known.parameter, known, depth, name)])
    return worstOf([later, judge(object, depth + 1)])
  }

  /** An argument is what callers in the same file pass, as far as they can be seen. */
  function ofParameter(
    { of, index }: { of: Node; index: number },
    binding: Binding,
    depth: number,
    field = binding.property,
  ): Trust {
    const trust = worst(binding.values, depth)
    if (trust === 'tainted' || depth > DEEPEST) return trust
    for (const call of callersOf(of)) {
      const given = listAt(call, 'arguments')[index] ?? null
      const own = field === null ? judge(given, depth + 1) : ofField(given, field, depth + 1)
      if (own === 'tainted') return 'tainted'
    }
    // `list.map((item) => …)`: each item is a part of the list.
    const call = of.parent
    const callee = call?.type === 'CallExpression' && call.callee !== of ? at(call, 'callee') : null
    const method = callee && propertyName(callee)
    if (index === 0 && method && /^(?:map|forEach|flatMap|filter|find|some|then)$/.test(method))
      return judge(at(callee, 'object'), depth + 1) === 'tainted' ? 'tainted' : 'unknown'
    return 'unknown'
  }

  function callersOf(fn: Node): readonly Node[] {
    const id = at(fn, 'id') ?? (fn.parent?.type === 'VariableDeclarator' ? at(fn.parent, 'id') : null)
    return typeof id?.name === 'string' ? (calls.get(id.name) ?? []) : []
  }

  function ofMember(node: Node, depth: number): Trust {
    const name = propertyName(node)
    if (name === 'length' || name === 'size' || (name !== null && isFixedName(name))) return 'safe'
    if (OWN_ADDRESS.test(dottedName(node))) return 'unknown'
    const object = plain(at(node, 'object'))
    const trust = name === null ? judge(object, depth + 1) : ofField(object, name, depth + 1)
    // A part of a fixed table is fixed; of other things that were made here it is not known what became of them.
    if (trust !== 'safe' || isTable(object)) return trust
    return 'unknown'
  }

  /** An object or list with everything written out. */
  function isTable(node: Node | null): boolean {
    const made = resolve(node)
    return made?.type === 'ObjectExpression' || made?.type === 'ArrayExpression'
  }

  function ofCall(node: Node, depth: number): Trust {
    const callee = plain(at(node, 'callee'))
    const name = dottedName(callee)
    const args = listAt(node, 'arguments')
    const method = callee?.type === 'MemberExpression' ? propertyName(callee) : null
    const receiver = method === null ? null : at(callee, 'object')
    const own = callee && isFunction(callee) ? callee : localFunction(callee)
    // The body of an own function decides, whatever it is called.
    if (own) return escapes(own) ? 'safe' : ofFunction(own, depth)
    if (HARMLESS.test(name) || (method && HARMLESS.test(method)) || name.startsWith('Math.')) return 'safe'
    if (method === 'replace' || method === 'replaceAll') return ofReplace(receiver, args, depth)
    if (method === 'map' || method === 'flatMap' || method === 'reduce')
      return ofCallback(args[0] ?? null, receiver, depth)
    if (/^(?:computed|useMemo|useCallback|memo)$/.test(name) && args[0] && isFunction(args[0]))
      return ofFunction(args[0], depth)
    if (node.type === 'NewExpression' && /^(?:URL|URLSearchParams|String|Error)$/.test(name))
      return worst(args, depth)
    const last = method ?? name
    if (!PASSES_ON.test(last))
      return receiver && judge(receiver, depth + 1) === 'tainted' ? 'tainted' : 'unknown'
    return worst([receiver, ...args.filter((arg) => !isFunction(arg))], depth)
  }

  /** Replacing all that is dangerous, or all but what is allowed, makes harmless. */
  function ofReplace(receiver: Node | null, args: readonly Node[], depth: number): Trust {
    const pattern = plain(args[0] ?? null)
    const source = pattern?.regex ? String((pattern.regex as { pattern: string }).pattern) : textOf(pattern)
    const trust = worst([receiver, args[1] && isFunction(args[1]) ? null : (args[1] ?? null)], depth)
    if (source === null || trust === 'safe') return trust
    const isEscape =
      source.includes('<') || source.startsWith('[^') || textOf(args[1] ?? null)?.includes('\\$&') === true
    return isEscape ? 'safe' : trust
  }

  /** What comes out of `map` is what its function returns. */
  function ofCallback(fn: Node | null, receiver: Node | null, depth: number): Trust {
    const local = fn && isFunction(fn) ? fn : localFunction(plain(fn))
    if (local) return escapes(local) ? 'safe' : ofFunction(local, depth)
    return dottedName(fn) !== '' && HARMLESS.test(dottedName(fn)) ? 'safe' : judge(receiver, depth + 1)
  }

  function localFunction(called: Node | null): Node | null {
    const callee = plain(called)
    if (callee?.type === 'MemberExpression') {
      const made = resolve(at(callee, 'object'))
      const properties = made?.type === 'ObjectExpression' ? listAt(made, 'properties') : []
      const name = propertyName(callee)
      const value = at(properties.find((one) => name !== null && propertyName(one) === name) ?? null, 'value')
      return value && isFunction(value) ? value : null
    }
    if (callee?.type !== 'Identifier') return null
    const made = scopes.find(String(callee.name), callee)
    if (made?.values.length !== 1 || made.is_part) return null
    const value = plain(made.values[0] ?? null)
    return value && isFunction(value) ? value : null
  }

  function ofFunction(fn: Node, depth: number): Trust {
    const body = at(fn, 'body')
    return body && body.type !== 'BlockStatement'
      ? judge(body, depth + 1)
      : worst(returns.get(fn) ?? [], depth)
  }

  function resolve(node: Node | null): Node | null {
    let inner = plain(node)
    for (let steps = 0; inner?.type === 'Identifier' && steps < 10; steps++) {
      const binding = scopes.find(String(inner.name), inner)
      if (!binding || binding.is_part || binding.kind === 'import' || binding.values.length !== 1)
        return inner
      inner = plain(binding.values[0] ?? null)
    }
    return inner
  }

  function prefix(node: Node | null): string {
    let inner = resolve(node)
    for (let steps = 0; steps < DEEPEST && inner; steps++) {
      const text = textOf(inner)
      if (text !== null) return text
      if (inner.type === 'TemplateLiteral') {
        const first = quasis(inner)[0] ?? ''
        if (first !== '') return first
        inner = resolve(listAt(inner, 'expressions')[0] ?? null)
      } else if (inner.type === 'BinaryExpression' && inner.operator === '+')
        inner = resolve(at(inner, 'left'))
      else if (inner.type === 'LogicalExpression') inner = resolve(at(inner, 'left'))
      else return ''
    }
    return ''
  }

  return {
    trust: (node) => judge(node, 0),
    prefix,
    resolve,
    localFunction,
    returnsOf(fn) {
      const body = at(fn, 'body')
      return body && body.type !== 'BlockStatement' ? [body] : (returns.get(fn) ?? [])
    },
    trustOfField: (object, name) => ofField(object, name, 0),
  }
}

function worstOf(trusts: readonly Trust[]): Trust {
  if (trusts.includes('tainted')) return 'tainted'
  return trusts.includes('unknown') ? 'unknown' : 'safe'
}

function isFixedName(name: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(name)
}

function callsByName(nodes: readonly Node[]): Map<string, Node[]> {
  const calls = new Map<string, Node[]>()
  for (const node of nodes) {
    if (node.type !== 'CallExpression') continue
    const callee = plain(at(node, 'callee'))
    if (callee?.type !== 'Identifier') continue
    const name = String(callee.name)
    const there = calls.get(name)
    if (there) there.push(node)
    else calls.set(name, [node])
  }
  return calls
}

function returnsByFunction(nodes: readonly Node[]): Map<Node, Node[]> {
  const returns = new Map<Node, Node[]>()
  for (const node of nodes) {
    if (node.type !== 'ReturnStatement') continue
    let up = node.parent
    while (up && !isFunction(up)) up = up.parent
    const value = at(node, 'argument')
    if (up && value) returns.set(up, [...(returns.get(up) ?? []), value])
  }
  return returns
}
