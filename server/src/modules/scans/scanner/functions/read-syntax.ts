/** The syntax tree of a file as a flat list with parents, so that no tree is too deep to walk. */
import { parse } from '@babel/parser'
import type { ScannedFile } from '../snapshot.ts'

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export interface Syntax {
  file: ScannedFile
  /** In the order of the text. */
  nodes: readonly Node[]
  parents: ReadonlyMap<Node, Node>
}

const CODE = /\.[cm]?[jt]sx?$/
/** What nests deeper, or is longer, was not written by people. */
const DEEPEST = 256
const LONGEST = 1024 * 1024
const MOST_STEPS = 24

/** `skipped`: no code, or not of this language. `too_complex`: nobody looked at it. */
export function readSyntax(file: ScannedFile): Syntax | 'skipped' | 'too_complex' {
  if (!CODE.test(file.path)) return 'skipped'
  if (file.text.length > LONGEST) return 'too_complex'
  try {
    return flatten(file, parseFile(file))
  } catch (error) {
    if (error instanceof SyntaxError) return 'skipped'
    // The parser calls itself for each level of nesting.
    if (error instanceof RangeError) return 'too_complex'
    throw error
  }
}

function parseFile({ path, text }: ScannedFile): Node {
  const { program } = parse(text, {
    sourceType: 'module',
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    attachComment: false,
    plugins: path.endsWith('x') || !/\.[cm]?ts$/.test(path) ? ['typescript', 'jsx'] : ['typescript'],
  })
  // Rules look at nodes by name; the types of the parser would name each of its 250 kinds.
  return program as unknown as Node
}

function flatten(file: ScannedFile, program: Node): Syntax | 'too_complex' {
  const nodes: Node[] = []
  const parents = new Map<Node, Node>()
  const open: { node: Node; depth: number }[] = [{ node: program, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > DEEPEST) return 'too_complex'
    nodes.push(next.node)
    const children = childrenOf(next.node)
    for (const child of children.toReversed()) {
      parents.set(child, next.node)
      open.push({ node: child, depth: next.depth + 1 })
    }
  }
  return { file, nodes, parents }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const key in node) {
    const value = node[key]
    if (key === 'loc' || typeof value !== 'object' || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) children.push(each)
  }
  return children
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

export function nodeAt(node: Node | null | undefined, key: string): Node | null {
  const value = node?.[key]
  return isNode(value) ? value : null
}

export function nodesAt(node: Node | null | undefined, key: string): Node[] {
  const value = node?.[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function wordAt(node: Node | null | undefined, key: string): string {
  const value = node?.[key]
  return typeof value === 'string' ? value : ''
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
])
const WRAPPERS = new Set([
  'AwaitExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ParenthesizedExpression',
  'ChainExpression',
])
const MEMBERS = new Set(['MemberExpression', 'OptionalMemberExpression'])
const CALLS = new Set(['CallExpression', 'OptionalCallExpression', 'NewExpression'])

export const isFunction = (node: Node | null | undefined): boolean => FUNCTIONS.has(node?.type ?? '')
export const isMember = (node: Node | null | undefined): boolean => MEMBERS.has(node?.type ?? '')
export const isCall = (node: Node | null | undefined): boolean => CALLS.has(node?.type ?? '')

/** `app.asService.entities.Order.create`: its last names; what is computed or called in between is left out. */
export function dottedName(node: Node | null): string {
  const names: string[] = []
  let rest = bare(node)
  for (let step = 0; rest && step < MOST_STEPS; step++) {
    if (isMember(rest)) {
      names.push(memberName(rest))
      rest = bare(nodeAt(rest, 'object'))
    } else if (isCall(rest)) rest = bare(nodeAt(rest, 'callee'))
    else {
      names.push(rest.type === 'Identifier' ? wordAt(rest, 'name') : '?')
      break
    }
  }
  return names.reverse().filter(Boolean).join('.')
}

/** The name of a property, `x.name` or `x['name']`; empty when it is computed. */
export function memberName(member: Node | null): string {
  const property = nodeAt(member, 'property')
  if (member?.computed === true) return wordAt(property, 'value')
  return wordAt(property, 'name')
}

/** Without what changes nothing of the value: `await`, types, parentheses. */
export function bare(node: Node | null): Node | null {
  let rest = node
  while (rest && WRAPPERS.has(rest.type)) {
    rest = nodeAt(rest, rest.type === 'AwaitExpression' ? 'argument' : 'expression')
  }
  return rest
}
