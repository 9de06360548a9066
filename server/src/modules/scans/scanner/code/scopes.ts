/** Which names mean what: where a name was declared, and all that it was ever set to. */
import { at, isFunction, listAt, type Node, plain, propertyName } from './syntax-tree.ts'

export interface Binding {
  kind: 'value' | 'parameter' | 'function' | 'import'
  /** What it was set to, whole or in part; for an import the declaration, for a function itself. */
  values: Node[]
  /** Taken out of what it was set to: `const { id } = params`. */
  is_part: boolean
  /** The property that was taken out; null for all other parts. */
  property: string | null
  /** What was put into its fields later: `options.url = …`. */
  fields: Map<string, Node[]>
  /** Which argument it is, and of what. */
  parameter?: { of: Node; index: number }
}

export interface Scopes {
  find(name: string, from: Node): Binding | null
}

const HOLDERS = new Set([
  'Program',
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'CatchClause',
  'StaticBlock',
  'SwitchStatement',
])

export function readScopes(nodes: readonly Node[]): Scopes {
  const scopes = new Map<Node, Map<string, Binding>>()
  const holderOf = (node: Node): Node => {
    let up = node
    while (up.parent && !HOLDERS.has(up.type) && !isFunction(up)) up = up.parent
    return up
  }
  const declare = (holder: Node, name: string, binding: Binding) => {
    const names = scopes.get(holder) ?? new Map<string, Binding>()
    scopes.set(holder, names)
    const there = names.get(name)
    if (there) there.values.push(...binding.values)
    else names.set(name, binding)
  }
  const find = (name: string, from: Node): Binding | null => {
    for (let up: Node | null = from; up; up = up.parent) {
      const found = scopes.get(up)?.get(name)
      if (found) return found
    }
    return null
  }

  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') {
      const loop = loopOver(node)
      const value = at(node, 'init') ?? loop
      const holder =
        node.parent?.kind === 'var' ? functionHolder(node) : holderOf(node.parent?.parent ?? node)
      for (const { name, is_part, property } of namesIn(at(node, 'id'))) {
        const isPart = is_part || loop !== null
        declare(holder, name, binding('value', value ? [value] : [], { is_part: isPart, property }))
      }
    } else if (isFunction(node)) {
      const name = at(node, 'id')?.name
      const holder = node.type === 'FunctionDeclaration' && node.parent ? holderOf(node.parent) : node
      if (typeof name === 'string') declare(holder, name, binding('function', [node]))
      for (const [index, parameter] of listAt(node, 'params').entries()) {
        for (const { name: own, is_part, property } of namesIn(parameter)) {
          declare(node, own, binding('parameter', [], { is_part, property, parameter: { of: node, index } }))
        }
      }
    } else if (node.type === 'ImportDeclaration') {
      for (const one of listAt(node, 'specifiers')) {
        const name = at(one, 'local')?.name
        if (typeof name === 'string') declare(holderOf(node), name, binding('import', [one]))
      }
    }
  }
  for (const node of nodes) {
    if (node.type !== 'AssignmentExpression') continue
    const value = at(node, 'right')
    const left = plain(at(node, 'left'))
    if (left?.type === 'MemberExpression') {
      const object = plain(at(left, 'object'))
      const field = propertyName(left)
      const owner = object?.type === 'Identifier' ? find(String(object.name), node) : null
      if (owner && value && field !== null)
        owner.fields.set(field, [...(owner.fields.get(field) ?? []), value])
      continue
    }
    for (const { name, is_part, property } of namesIn(at(node, 'left'))) {
      const known = find(name, node)
      if (!value) continue
      if (!known) declare(nodes[0] as Node, name, binding('value', [value], { is_part, property }))
      else if (known.kind !== 'import') known.values.push(value)
    }
  }
  return { find }
}

/** `for (const x of list)`: each `x` is a part of the list. */
function loopOver(declarator: Node): Node | null {
  const loop = declarator.parent?.parent
  if (!loop || !/^For(?:Of|In)Statement$/.test(loop.type) || loop.left !== declarator.parent) return null
  return loop.type === 'ForOfStatement' ? at(loop, 'right') : null
}

function functionHolder(node: Node): Node {
  let up = node
  while (up.parent && !isFunction(up)) up = up.parent
  return up
}

function binding(kind: Binding['kind'], values: Node[], more: Partial<Binding> = {}): Binding {
  return { kind, values, is_part: false, property: null, fields: new Map(), ...more }
}

interface PatternName {
  name: string
  is_part: boolean
  property: string | null
}

/** The names that a pattern sets. */
function namesIn(pattern: Node | null): PatternName[] {
  const names: PatternName[] = []
  const left: [Node | null, boolean, string | null][] = [[pattern, false, null]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [node, isPart, property] = next
    if (node?.type === 'Identifier') names.push({ name: String(node.name), is_part: isPart, property })
    else if (node?.type === 'ObjectPattern')
      for (const one of listAt(node, 'properties')) {
        // Of a property within a property only the outer one would be known.
        const own = isPart || one.type === 'RestElement' ? null : propertyName(one)
        left.push([at(one, 'value') ?? at(one, 'argument'), true, own])
      }
    else if (node?.type === 'ArrayPattern')
      for (const one of listAt(node, 'elements')) left.push([one, true, null])
    else if (node?.type === 'AssignmentPattern') left.push([at(node, 'left'), isPart, property])
    else if (node?.type === 'RestElement') left.push([at(node, 'argument'), isPart, null])
    else if (node?.type === 'TSParameterProperty') left.push([at(node, 'parameter'), isPart, property])
  }
  return names
}
