/** Which variable a name means, over all files of a function. */
import { posix } from 'node:path'
import { bare, isFunction, type Node, nodeAt, nodesAt, type Syntax, wordAt } from './read-syntax.ts'

export interface Binding {
  name: string
  /** The function or class, when it is one. */
  declares: Node | null
  /** The module, for `import * as name`. */
  module?: string
}

export interface Write {
  binding: Binding
  value: Node
  /** Properties of the value on the way to the name: `const { a: { b } } = value`; empty for all of it. */
  path: readonly string[]
  isElement: boolean
}

export interface Bindings {
  of(identifier: Node): Binding | null
  /** Export of a file of the function. */
  exportOf(module: string, name: string): Binding | null
  /** What is put into variables: by declaration, assignment, or loop. */
  readonly writes: readonly Write[]
  readonly syntaxOf: ReadonlyMap<Node, Syntax>
}

/** Files on the way from an import to what is imported. */
const MOST_HOPS = 5
const SCOPES = /^(?:Program|BlockStatement|For\w*Statement|CatchClause|SwitchStatement)$/

export function bindNames(files: readonly Syntax[]): Bindings {
  const scopes = new Map<Node, Map<string, Binding>>()
  const imports: { file: string; from: string; name: string; scope: Map<string, Binding>; local: string }[] =
    []
  const exported = createExports(files)
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
      if (/^(?:Function|Class)Declaration$/.test(node.type) && nodeAt(node, 'id')) {
        const name = wordAt(nodeAt(node, 'id'), 'name')
        const binding = declare(scopeOf(node), name, node)
        const holder = parents.get(node)?.type ?? ''
        if (holder.startsWith('Export'))
          exported.add(file.path, holder.includes('Default') ? 'default' : name, binding)
      }
      if (node.type === 'ExportDefaultDeclaration') {
        const value = bare(nodeAt(node, 'declaration'))
        if (value && value.type !== 'Identifier' && !value.type.endsWith('Declaration')) {
          const binding = { name: 'default', declares: isFunction(value) ? value : null }
          writes.push({ binding, value, path: [], isElement: false })
          exported.add(file.path, 'default', binding)
        }
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
          if (value) writes.push({ binding, value, path: pathOf(name, parents), isElement: false })
          if (isExported) exported.add(file.path, binding.name, binding)
        }
      }
      if (node.type.startsWith('Import') && node.type.endsWith('Specifier')) {
        const from = wordAt(nodeAt(parents.get(node), 'source'), 'value')
        const name =
          node.type === 'ImportDefaultSpecifier'
            ? 'default'
            : node.type === 'ImportNamespaceSpecifier'
              ? '*'
              : wordAt(nodeAt(node, 'imported'), 'name')
        const local = wordAt(nodeAt(node, 'local'), 'name')
        const scope = scopeOf(parents.get(node) ?? node)
        declare(scope, local, null)
        imports.push({ file: file.path, from, name, scope, local })
      }
    }
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
  for (const { file, nodes } of files) {
    for (const node of nodes.filter(({ type }) => type === 'ExportSpecifier' || /^ExportDef/.test(type))) {
      const local = nodeAt(node, node.type === 'ExportSpecifier' ? 'local' : 'declaration')
      const binding = local?.type === 'Identifier' ? of(local) : null
      if (binding) exported.add(file.path, wordAt(nodeAt(node, 'exported'), 'name') || 'default', binding)
    }
  }
  for (const { file, from, name, scope, local } of imports) {
    const module = exported.pathOf(file, from)
    if (module === null) continue
    const found = name === '*' ? { name: local, declares: null, module } : exported.find(module, name)
    if (found) scope.set(local, found)
  }
  known.clear()
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
          writes.push({ binding, value, path: pathOf(name, parents), isElement: isLoop })
        }
      }
    }
  }
  return { of, exportOf: exported.find, writes, syntaxOf }
}

/** Properties that a name in a pattern such as `{ a: { b: name = 1 } }` takes; an element of a list is `0`. */
export function pathOf(name: Node, parents: ReadonlyMap<Node, Node>): string[] {
  const path: string[] = []
  for (let [below, up] = [name, parents.get(name)]; up; [below, up] = [up, parents.get(up)]) {
    if (up.type === 'ObjectProperty') path.unshift(wordAt(nodeAt(up, 'key'), 'name') || 'computed')
    else if (up.type === 'ArrayPattern') path.unshift('0')
    else if (up.type === 'RestElement') path.unshift('...')
    else if (up.type === 'AssignmentPattern' ? nodeAt(up, 'left') !== below : up.type !== 'ObjectPattern')
      break
  }
  return path
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

/** The exports of all files, those that are passed on from other files as well. */
function createExports(files: readonly Syntax[]) {
  const paths = new Set(files.map(({ file }) => file.path))
  const own = new Map<string, Binding>()
  const passed = new Map<string, { module: string; names: ReadonlyMap<string, string> | null }[]>()

  const pathOf = (file: string, from: string): string | null => {
    const path = posix.join(posix.dirname(file), from)
    const ends = ['', '.ts', '.js', '.tsx', '.mjs', '/index.ts', '/index.js']
    const found = ends.map((end) => `${path}${end}`).find((each) => paths.has(each))
    return from.startsWith('.') && found ? found : null
  }
  for (const { file, nodes } of files) {
    for (const node of nodes) {
      const from = wordAt(nodeAt(node, 'source'), 'value')
      const module = node.type.startsWith('Export') && from ? pathOf(file.path, from) : null
      if (module === null) continue
      const names = nodesAt(node, 'specifiers').map(
        (each) => [wordAt(nodeAt(each, 'exported'), 'name'), wordAt(nodeAt(each, 'local'), 'name')] as const,
      )
      const entry = { module, names: node.type === 'ExportAllDeclaration' ? null : new Map(names) }
      passed.set(file.path, [...(passed.get(file.path) ?? []), entry])
    }
  }
  const find = (module: string, name: string, depth = 0): Binding | null => {
    const found = own.get(`${module}:${name}`)
    if (found || depth > MOST_HOPS) return found ?? null
    for (const { module: next, names } of passed.get(module) ?? []) {
      const theirs = names ? names.get(name) : name
      const binding = theirs === undefined ? null : find(next, theirs, depth + 1)
      if (binding) return binding
    }
    return null
  }
  return {
    add: (path: string, name: string, binding: Binding) => own.set(`${path}:${name}`, binding),
    find: (module: string, name: string) => find(module, name),
    pathOf,
  }
}
