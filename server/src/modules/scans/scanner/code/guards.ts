import type { Look } from './look.ts'
import {
  at,
  below,
  dottedName,
  functionAround,
  listAt,
  type Node,
  plain,
  propertyName,
  textOf,
} from './syntax-tree.ts'

/** Own checks within own checks. */
const DEEPEST = 3
const CHECKS =
  /^(?:startsWith|endsWith|includes|has|test|match|some|hasOwn|every|find|get|isSafe\w*|isAllowed\w*|isValid\w*|isInternal\w*|isLocal\w*|isRelative\w*|validate\w*|assert\w*)$/

/** Whether the program looks at the value before it is used: against a list, a beginning, a pattern, an origin. */
export function isChecked(value: Node | null, look: Look, depth = 0): boolean {
  if (!value || depth > DEEPEST) return false
  const names = namesIn(value)
  const around = functionAround(value) ?? look.code.root
  for (const node of below(around)) {
    const test = testOf(node)
    if (test && test.end <= value.end && isCheckOf(test, names, look, depth)) return true
  }
  // `safeAddress(next)`: an own function that checks all that it gives back.
  const made = look.values.resolve(value)
  const own = made?.type === 'CallExpression' ? look.values.localFunction(at(made, 'callee')) : null
  const returned = own ? look.values.returnsOf(own).filter((one) => look.values.trust(one) === 'tainted') : []
  return returned.length > 0 && returned.every((one) => isChecked(one, look, depth + 1))
}

/** With the names that were made of them: `const url = new URL(next)` makes `url` one of them. */
function namesIn(value: Node): Set<string> {
  const names = new Set<string>()
  for (const node of below(value)) if (node.type === 'Identifier') names.add(String(node.name))
  let around = functionAround(value)
  while (around?.parent && functionAround(around)) around = functionAround(around)
  if (!around) return names
  for (let round = 0; round < 2; round++) {
    for (const node of below(around)) {
      const id = node.type === 'VariableDeclarator' ? at(node, 'id') : null
      const init = id?.type === 'Identifier' ? at(node, 'init') : null
      if (!init || !id) continue
      const parts = [...below(init)]
        .filter(({ type }) => type === 'Identifier')
        .map(({ name }) => String(name))
      if (names.has(String(id.name))) for (const part of parts) names.add(part)
      else if (parts.some((part) => names.has(part))) names.add(String(id.name))
    }
  }
  return names
}

function testOf(node: Node): Node | null {
  if (/^(?:IfStatement|ConditionalExpression|WhileStatement)$/.test(node.type)) return at(node, 'test')
  return node.type === 'LogicalExpression' && node.operator === '&&' ? at(node, 'left') : null
}

function isCheckOf(test: Node, names: ReadonlySet<string>, look: Look, depth: number): boolean {
  for (const node of below(test)) {
    if (node.type === 'CallExpression') {
      const own = look.values.localFunction(at(node, 'callee'))
      if (own) {
        if (mentions(node, names) && checksParameters(own, look, depth + 1)) return true
        continue
      }
      const callee = plain(at(node, 'callee'))
      const name = callee?.type === 'MemberExpression' ? propertyName(callee) : dottedName(callee)
      if (name && CHECKS.test(name) && mentions(node, names)) return true
    }
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) {
      if (mentions(node, names) && !isWeakComparison(node)) return true
    }
    if (node.type === 'BinaryExpression' && node.operator === 'in' && mentions(node, names)) return true
  }
  return false
}

/** Whether an own function looks at what it was given, whatever it is called. */
function checksParameters(fn: Node, look: Look, depth: number): boolean {
  if (depth > DEEPEST) return false
  const names = new Set<string>()
  for (const param of listAt(fn, 'params'))
    for (const one of below(param)) if (one.type === 'Identifier') names.add(String(one.name))
  for (const made of below(fn)) {
    const id = made.type === 'VariableDeclarator' ? at(made, 'id') : null
    const init = id ? at(made, 'init') : null
    if (init && id && mentions(init, names))
      for (const one of below(id)) if (one.type === 'Identifier') names.add(String(one.name))
  }
  const body = at(fn, 'body')
  const tests = [...below(fn)].flatMap((node) => testOf(node) ?? [])
  const results = look.values.returnsOf(fn).filter((one) => one !== body || body.type !== 'BlockStatement')
  return [...tests, ...results].some((test) => isCheckOf(test, names, look, depth))
}

/** That something is there, or is a text, says nothing about what it is. */
function isWeakComparison(node: Node): boolean {
  return [at(node, 'left'), at(node, 'right')].some(
    (side) =>
      side?.type === 'UnaryExpression' ||
      (side?.type === 'Literal' && side.value === null) ||
      dottedName(side) === 'undefined' ||
      textOf(side) === '',
  )
}

function mentions(node: Node, names: ReadonlySet<string>): boolean {
  for (const one of below(node)) if (one.type === 'Identifier' && names.has(String(one.name))) return true
  return false
}
