/** Which variable a name means, over all files of a function. */
import { posix } from 'node:path'
import { isFunction, type Node, nodeAt, nodesAt, type Syntax, wordAt } from './read-syntax.ts'

export interface Binding {
  name: string
  /** The function, when it is one. */
  declares: Node | null
}

export interface Write {
  binding: Binding
  value: Node
  /** Of the value, where only that is taken: `const { property } = value`. */
  property: string
  isElement: boolean
}

export interface Bindings {
  of(identifier: Node): Binding | null
  /** What is put into variables: by declaration, assignment, or loop. */
  readonly writes: readonly Write[]
  readonly syntaxOf: ReadonlyMap<Node, Syntax>
}

const SCOPES = /^(?:Program|BlockStatement|For\w*Statement|CatchClause|SwitchStatement)$/

export function bindNames(files: readonly Syntax[]): Bindings {
  const scopes = new Map<Node, Map<string, Binding>>()
  const imports: { file: string; from: string; name: string; scope: Map<string, Binding>; local: string }[] =
    []
  const exported = new Map<string, Binding>()
  const syntaxOf = new Map(files.flatMap((syntax) => syntax.nodes.map((node) => [node, syntax] as const)))
  const writes: Write[] = []

  const scopeOf = (node: Node): Map<string, Binding> => {
    const parents = syntaxOf.get(node)?.parents
    let owner = node
    for (let up = parents?.get(node); up; up = parents?.get(up)) {
      owner = up
      if (SCOPES.test(up.type) || isFunction(up)) break
    }
    const scope = scopes.get(owner) ?? new Map<string, Binding>()
    scopes.set(owner, scope)
    return scope
  }
  const declare = (scope: Map<string, Binding>, name: string, declares: Node | null): Binding => {
    const binding = scope.get(name) ?? { name, declares }
    scope.set(name, binding)
    return binding
  }

  for (const { file, nodes, parents } of files) {
    for (const node of nodes) {
      if (node.type === 'FunctionDeclaration' && nodeAt(node, 'id')) {
        const name = wordAt(nodeAt(node, 'id'), 'name')
        const binding = declare(scopeOf(node), name, node)
        const holder = parents.get(node)?.type ?? ''
        if (holder.startsWith('Export'))
          exported.set(`${file.path}:${holder.includes('Default') ? 'default' : name}`, binding)
      }
      if (isFunction(node)) {
        const scope = scopes.get(node) ?? new Map<string, Binding>()
        scopes.set(node, scope)
        for (const name of nodesAt(node, 'params').flatMap(namesIn))
          declare(scope, wordAt(name, 'name'), null)
      }
      if (node.type === 'VariableDeclarator') {
        const value = nodeAt(node, 'init')
        const scope = scopeOf(parents.get(node) ?? node)
        const target = nodeAt(node, 'id')
        const isExported = parents.get(parents.get(node) ?? node)?.type === 'ExportNamedDeclaration'
        for (const name of namesIn(target)) {
          const binding = declare(
            scope,
            wordAt(name, 'name'),
            target === name && isFunction(value) ? value : null,
          )
          if (value) writes.push({ binding, value, property: propertyOf(name, parents), isElement: false })
          if (isExported) exported.set(`${file.path}:${binding.name}`, binding)
        }
      }
      if (node.type.startsWith('Import') && node.type.endsWith('Specifier')) {
        const from = wordAt(nodeAt(parents.get(node), 'source'), 'value')
        const name =
          node.type === 'ImportDefaultSpecifier' ? 'default' : wordAt(nodeAt(node, 'imported'), 'name')
        const local = wordAt(nodeAt(node, 'local'), 'name')
        const scope = scopeOf(parents.get(node) ?? node)
        declare(scope, local, null)
        imports.push({ file: file.path, from, name, scope, local })
      }
    }
  }
  for (const { file, from, name, scope, local } of imports) {
    const path = posix.join(posix.dirname(file), from)
    const found = ['', '.ts', '.js', '.tsx', '.mjs']
      .map((end) => exported.get(`${path}${end}:${name}`))
      .find(Boolean)
    if (from.startsWith('.') && found) scope.set(local, found)
  }

  const known = new Map<Node, Binding | null>()
  const of = (identifier: Node): Binding | null => {
    const before = known.get(identifier)
    if (before !== undefined) return before
    const parents = syntaxOf.get(identifier)?.parents
    let found: Binding | undefined
    for (let up = parents?.get(identifier); up && !found; up = parents?.get(up)) {
      found = scopes.get(up)?.get(wordAt(identifier, 'name'))
    }
    known.set(identifier, found ?? null)
    return found ?? null
  }
  for (const { nodes, parents } of files) {
    for (const node of nodes) {
      const isLoop = node.type === 'ForOfStatement'
      if (!isLoop && node.type !== 'AssignmentExpression') continue
      const value = nodeAt(node, 'right')
      const target = nodeAt(node, 'left')
      const names =
        target?.type === 'VariableDeclaration'
          ? nodesAt(target, 'declarations').flatMap((each) => namesIn(nodeAt(each, 'id')))
          : namesIn(target)
      for (const name of names) {
        const binding = of(name)
        if (binding && value) {
          writes.push({ binding, value, property: propertyOf(name, parents), isElement: isLoop })
        }
      }
    }
  }
  return { of, writes, syntaxOf }
}

/** What a name in a pattern such as `{ property: name = 1 }` takes; empty when it is the whole value. */
export function propertyOf(name: Node, parents: ReadonlyMap<Node, Node>): string {
  const parent = parents.get(name)
  const holder = parent?.type === 'AssignmentPattern' ? parents.get(parent) : parent
  return holder?.type === 'ObjectProperty' ? wordAt(nodeAt(holder, 'key'), 'name') : ''
}

/** The names that a pattern such as `{ a, b: [c = 1] }` declares. */
export function namesIn(pattern: Node | null): Node[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return nodesAt(pattern, 'properties').flatMap((property) =>
        namesIn(nodeAt(property, 'value') ?? nodeAt(property, 'argument')),
      )
    case 'ArrayPattern':
      return nodesAt(pattern, 'elements').flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(nodeAt(pattern, 'left'))
    case 'RestElement':
      return namesIn(nodeAt(pattern, 'argument'))
    case 'TSParameterProperty':
      return namesIn(nodeAt(pattern, 'parameter'))
    default:
      return []
  }
}
