/** Syntax trees as the parser gives them, with the way up added. Nothing here recurses: trees can be 10,000 deep. */

export interface Node {
  type: string
  start: number
  end: number
  parent: Node | null
  [field: string]: unknown
}

const NOT_CHILDREN = new Set(['parent', 'typeAnnotation', 'returnType', 'typeParameters', 'typeArguments'])

/** Every node with its parent set, in the order of the text. */
export function linkTree(root: Node): Node[] {
  const all: Node[] = []
  const left: Node[] = [root]
  root.parent = null
  for (let node = left.pop(); node; node = left.pop()) {
    all.push(node)
    const children = childrenOf(node)
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at] as Node
      child.parent = node
      left.push(child)
    }
  }
  return all
}

export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const field in node) {
    if (NOT_CHILDREN.has(field)) continue
    const value = node[field]
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item)
    } else if (isNode(value)) children.push(value)
  }
  return children
}

/** All nodes below this one, itself included. */
export function* below(node: Node): Generator<Node> {
  const left = [node]
  for (let next = left.pop(); next; next = left.pop()) {
    yield next
    left.push(...childrenOf(next))
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** The field of a node that is a node, or null. */
export function at(node: Node | null | undefined, field: string): Node | null {
  const value = node?.[field]
  return isNode(value) ? value : null
}

export function listAt(node: Node, field: string): Node[] {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function isFunction(node: Node): boolean {
  return /^(?:Arrow)?Function(?:Declaration|Expression)?$|^ArrowFunctionExpression$/.test(node.type)
}

export function functionAround(node: Node): Node | null {
  for (let up = node.parent; up; up = up.parent) if (isFunction(up)) return up
  return null
}

/** Without what changes nothing: brackets, types, waiting. */
export function plain(node: Node | null): Node | null {
  let inner = node
  while (inner && WRAPPERS.has(inner.type)) inner = at(inner, 'expression') ?? at(inner, 'argument')
  return inner
}

const WRAPPERS = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'ChainExpression',
  'AwaitExpression',
])

/** The text of a literal, or of a template without anything in it; null for everything else. */
export function textOf(node: Node | null): string | null {
  const inner = plain(node)
  if (inner?.type === 'Literal' && typeof inner.value === 'string') return inner.value
  if (inner?.type !== 'TemplateLiteral' || listAt(inner, 'expressions').length > 0) return null
  return quasis(inner)[0] ?? ''
}

/** The fixed pieces of a template. */
export function quasis(template: Node): string[] {
  return listAt(template, 'quasis').map(({ value }) => {
    const { cooked, raw } = value as { cooked: string | null; raw: string }
    return cooked ?? raw
  })
}

/** The name of a property: `a.b`, `a['b']`, `{ b: … }`; null when it is worked out. */
export function propertyName(node: Node): string | null {
  const key = at(node, 'property') ?? at(node, 'key')
  if (!key) return null
  if (node.computed !== true && typeof key.name === 'string') return key.name
  return textOf(key)
}

/** `window.location.href`, `fs.promises.readFile`; a call on the way shows as `()`. Empty when it begins with something else. */
export function dottedName(node: Node | null): string {
  const parts: string[] = []
  let inner = plain(node)
  for (let steps = 0; inner && steps < 20; steps++) {
    if (inner.type === 'MemberExpression') {
      parts.unshift(propertyName(inner) ?? '[]')
      inner = plain(at(inner, 'object'))
    } else if (inner.type === 'SequenceExpression') {
      // `(0, eval)(text)`
      inner = plain(listAt(inner, 'expressions').at(-1) ?? null)
    } else if (inner.type === 'CallExpression' || inner.type === 'NewExpression') {
      parts.unshift('()')
      inner = plain(at(inner, 'callee'))
    } else if (inner.type === 'Identifier' || inner.type === 'JSXIdentifier') {
      return [String(inner.name), ...parts].join('.').replaceAll('.()', '()')
    } else if (inner.type === 'ThisExpression') {
      return ['this', ...parts].join('.').replaceAll('.()', '()')
    } else if (inner.type === 'MetaProperty') {
      return ['import.meta', ...parts].join('.')
    } else return ''
  }
  return ''
}

/** All that is fixed of a text that is put together; `resolve` finds what names in it stand for. */
export function fixedText(node: Node, resolve: (node: Node | null) => Node | null = plain): string {
  const parts: string[] = []
  const left: (Node | null)[] = [node]
  for (let next = left.pop(); next !== undefined && parts.length < 200; next = left.pop()) {
    const inner = resolve(next)
    if (inner?.type === 'TemplateLiteral') parts.push(quasis(inner).join(' x '))
    else if (inner?.type === 'BinaryExpression') left.push(at(inner, 'right'), at(inner, 'left'))
    else parts.push(textOf(inner) ?? 'x')
  }
  return parts.join(' ')
}
