/** Keys of others that reach what all objects share. */
import { isChecked } from '../guards.ts'
import type { Look, Rules } from '../look.ts'
import {
  at,
  below,
  dottedName,
  functionAround,
  isFunction,
  listAt,
  type Node,
  plain,
  textOf,
} from '../syntax-tree.ts'

const GUARD = /__proto__|prototype|constructor/
const GUARD_NAME =
  /^(?:is(?:Safe|Unsafe|Allowed|Forbidden|Blocked|Dangerous|Polluting)\w*|\w*(?:FORBIDDEN|UNSAFE|BLOCKED|DANGEROUS|RESERVED)\w*(?:_KEYS|Keys)?)$/

/** Functions of libraries that copy or set what lies deeper; older versions follow `__proto__`. */
const DEEP =
  /^(?:_|lodash)\.(?:merge|mergeWith|defaultsDeep|set|setWith)$|^(?:\$|jQuery)\.extend$|^(?:deepmerge|merge\.recursive|dotProp\.set|objectPath\.set|dset)$/

export const prototypes: Rules = {
  CallExpression(node, look) {
    const name = dottedName(at(node, 'callee'))
    if (!DEEP.test(name)) return
    const args = listAt(node, 'arguments')
    const [first = null] = args
    const isDeep = !name.endsWith('.extend') || plain(first)?.value === true
    // Of a path that is set the key matters, of what is merged all of it.
    const given = /[sS]et(?:With)?$/.test(name) ? args.slice(1, 2) : args
    if (isDeep && given.some((one) => look.values.trust(one) === 'tainted'))
      look.report(node, 'prototype_pollution', 'high', 'medium')
  },
  AssignmentExpression(node, look) {
    const left = plain(at(node, 'left'))
    if (left?.type !== 'MemberExpression' || left.computed !== true) return
    const key = at(left, 'property')
    if (byInput(left, key, look) || byMerge(node, left, key) || byPath(node, left))
      look.report(node, 'prototype_pollution', 'high', 'medium')
  },
}

/** `settings[req.body.key] = …`; a list is counted by numbers and takes no names. */
function byInput(left: Node, key: Node | null, look: Look): boolean {
  const { values, scopes } = look
  if (values.trust(key) !== 'tainted' || isChecked(key, look)) return false
  const object = plain(at(left, 'object'))
  const made = values.resolve(object)
  if (made?.type === 'CallExpression' && /Object\.create$/.test(dottedName(at(made, 'callee')))) return false
  if (made?.type === 'ArrayExpression' || /Map$|headers$/i.test(dottedName(made))) return false
  // One level on an object of its own only changes that object; two levels reach the shared one.
  const isOwn =
    made?.type === 'ObjectExpression' &&
    object?.type === 'Identifier' &&
    scopes.find(String(object.name), object)?.kind === 'value'
  return !isOwn && !isGuarded(left)
}

/** A function that copies all keys of one object into another, and calls itself for what is below. */
function byMerge(node: Node, left: Node, key: Node | null): boolean {
  const fn = functionAround(node)
  if (!fn || key?.type !== 'Identifier' || !isKeyOfLoop(String(key.name), node)) return false
  const name =
    at(fn, 'id')?.name ?? (fn.parent?.type === 'VariableDeclarator' ? at(fn.parent, 'id')?.name : null)
  const outer = outermost(fn)
  const own = [
    name,
    at(outer, 'id')?.name,
    outer.parent?.type === 'VariableDeclarator' ? at(outer.parent, 'id')?.name : null,
  ]
  const callsItself = [...below(outer)].some(
    (one) =>
      one.type === 'CallExpression' &&
      own.includes(at(one, 'callee')?.name) &&
      listAt(one, 'arguments').some((arg) =>
        [...below(arg)].some(({ type, computed }) => type === 'MemberExpression' && computed === true),
      ),
  )
  const goesDown = [...below(outer)].some(
    (one) =>
      one.type === 'MemberExpression' &&
      one.computed === true &&
      one !== left &&
      dottedName(at(one, 'object')) === dottedName(at(left, 'object')),
  )
  return callsItself && goesDown && !isGuarded(left)
}

function isKeyOfLoop(key: string, node: Node): boolean {
  for (let up = node.parent; up; up = up.parent) {
    if (/^For(?:In|Of)Statement$/.test(up.type)) {
      const names = [...below(at(up, 'left') as Node)]
        .filter(({ type }) => type === 'Identifier')
        .map(({ name }) => name)
      const over = dottedName(at(up, 'right'))
      if (
        names.includes(key) &&
        (up.type === 'ForInStatement' || /Object\.(?:keys|entries|getOwnPropertyNames)\(\)/.test(over))
      )
        return true
    }
    if (isFunction(up) && up.parent?.type === 'CallExpression') {
      const over = dottedName(at(up.parent, 'callee'))
      const names = listAt(up, 'params')
        .flatMap((one) => [...below(one)])
        .map(({ name }) => name)
      if (
        names.includes(key) &&
        /^Object\.(?:keys|entries|getOwnPropertyNames)\(\)\.(?:forEach|map)$/.test(over)
      )
        return true
    }
  }
  return false
}

/** Walks down a path of names, such as `a.b.c`, and sets what is at its end. */
function byPath(node: Node, left: Node): boolean {
  const holder = dottedName(at(left, 'object'))
  const fn = functionAround(node)
  if (!fn || holder === '' || holder.includes('.')) return false
  const outer = outermost(fn)
  let walksDown = false
  let splits = false
  for (const one of below(outer)) {
    if (one.type === 'AssignmentExpression' && at(one, 'left')?.name === holder) {
      const value = [...below(at(one, 'right') as Node)]
      walksDown ||= value.some(
        (part) =>
          part.type === 'MemberExpression' &&
          part.computed === true &&
          dottedName(at(part, 'object')) === holder,
      )
    }
    if (one.type === 'CallExpression' && /\.split$/.test(dottedName(at(one, 'callee'))))
      splits ||= textOf(listAt(one, 'arguments')[0] ?? null) === '.'
  }
  return walksDown && splits && !isGuarded(left)
}

function outermost(fn: Node): Node {
  let outer = fn
  for (let up = functionAround(fn); up && isCallback(outer); up = functionAround(up)) outer = up
  return outer
}

function isCallback(fn: Node): boolean {
  return fn.parent?.type === 'CallExpression'
}

/** Whether the function looks at the names that matter, by themselves or by a function that says so. */
function isGuarded(node: Node): boolean {
  const fn = functionAround(node)
  if (!fn) return false
  for (const one of below(outermost(fn))) {
    if (GUARD.test(textOf(one) ?? '')) return true
    if (one.type === 'Identifier' && GUARD_NAME.test(String(one.name))) return true
  }
  return false
}
