/** Which names mean what: where a name was declared, and all that it was ever set to. */
import { at, isFunction, listAt, type Node } from './syntax-tree.ts'

export interface Binding {
  kind: 'value' | 'parameter' | 'function' | 'import'
  /** What it was set to, whole or in part; for an import the declaration, for a function itself. */
  values: Node[]
  /** Taken out of what it was set to: `const { id } = params`. */
  is_part: boolean
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
      for (const { name, is_part } of namesIn(at(node, 'id'))) {
        const isPart = is_part || loop !== null
        declare(holder, name, { kind: 'value', values: value ? [value] : [], is_part: isPart })
      }
    } else if (isFunction(node)) {
      const name = at(node, 'id')?.name
      const holder = node.type === 'FunctionDeclaration' && node.parent ? holderOf(node.parent) : node
      if (typeof name === 'string')
        declare(holder, name, { kind: 'function', values: [node], is_part: false })
      for (const [index, parameter] of listAt(node, 'params').entries()) {
        for (const { name: own, is_part } of namesIn(parameter)) {
          declare(node, own, { kind: 'parameter', values: [], is_part, parameter: { of: node, index } })
        }
      }
    } else if (node.type === 'ImportDeclaration') {
      for (const one of listAt(node, 'specifiers')) {
        const name = at(one, 'local')?.name
        if (typeof name === 'string')
          declare(holderOf(node), name, { kind: 'import', values: [one], is_part: false })
      }
    }
  }
  for (const node of nodes) {
    if (node.type !== 'AssignmentExpression') continue
    const value = at(node, 'right')
    for (const { name, is_part } of namesIn(at(node, 'left'))) {
      const binding = find(name, node)
      if (!value) continue
      if (!binding) declare(nodes[0] as Node, name, { kind: 'value', values: [value], is_part })
      else if (binding.kind !== 'import') binding.values.push(value)
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

/** The names that a pattern sets. */
function namesIn(pattern: Node | null): { name: string; is_part: boolean }[] {
  const names: { name: string; is_part: boolean }[] = []
  const left: [Node | null, boolean][] = [[pattern, false]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [node, isPart] = next
    if (node?.type === 'Identifier') names.push({ name: String(node.name), is_part: isPart })
    else if (node?.type === 'ObjectPattern')
      for (const one of listAt(node, 'properties')) left.push([at(one, 'value') ?? at(one, 'argument'), true])
    else if (node?.type === 'ArrayPattern') for (const one of listAt(node, 'elements')) left.push([one, true])
    else if (node?.type === 'AssignmentPattern') left.push([at(node, 'left'), isPart])
    else if (node?.type === 'RestElement') left.push([at(node, 'argument'), isPart])
    else if (node?.type === 'TSParameterProperty') left.push([at(node, 'parameter'), isPart])
  }
  return names
}
