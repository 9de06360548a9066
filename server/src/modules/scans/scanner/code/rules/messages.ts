/** Messages between windows, and what is left in the storage of the browser. */
import { isSecretName } from '../../../../../platform/text/redact.ts'
import type { Look, Rules } from '../look.ts'
import {
  at,
  below,
  dottedName,
  isFunction,
  listAt,
  type Node,
  plain,
  propertyName,
  textOf,
} from '../syntax-tree.ts'

const STORAGE = /^(?:(?:window|globalThis|self)\.)?(local|session)Storage(?:\.setItem)?$/
const PUBLIC_NAMES = /csrf|xsrf|publishable|public|device|push|page_?token|cookie_?(?:consent|banner|accept)/i

export const messages: Rules = {
  CallExpression(node, look) {
    const callee = plain(at(node, 'callee'))
    const name = dottedName(callee)
    const args = listAt(node, 'arguments')
    if (callee?.type === 'MemberExpression' && propertyName(callee) === 'postMessage') {
      if (isEverybody(args[1] ?? null) && look.values.trust(args[0] ?? null) !== 'safe')
        look.report(node, 'message_to_anyone', 'medium', 'high')
    } else if (
      /^(?:(?:window|globalThis)\.)?addEventListener$/.test(name) &&
      textOf(args[0] ?? null) === 'message'
    ) {
      listener(node, args[1] ?? null, look)
    } else if (STORAGE.test(name) && name.endsWith('setItem')) {
      stored(node, textOf(look.values.resolve(args[0] ?? null)), args[1] ?? null, name, look)
    }
  },
  AssignmentExpression(node, look) {
    const left = plain(at(node, 'left'))
    if (left?.type !== 'MemberExpression') return
    if (dottedName(left) === 'window.onmessage') listener(node, at(node, 'right'), look)
    const holder = dottedName(at(left, 'object'))
    if (STORAGE.test(holder)) stored(node, propertyName(left), at(node, 'right'), holder, look)
  },
}

function isEverybody(target: Node | null): boolean {
  const inner = plain(target)
  if (inner?.type !== 'ObjectExpression') return textOf(inner) === '*'
  return listAt(inner, 'properties').some(
    (one) => propertyName(one) === 'targetOrigin' && textOf(at(one, 'value')) === '*',
  )
}

/** A handler that uses what it was sent and looks nowhere at who sent it. */
function listener(node: Node, handler: Node | null, { values, report }: Look): void {
  const fn = values.resolve(handler)
  if (!fn || !isFunction(fn)) return
  let usesData = false
  for (const one of below(fn)) {
    const name = one.type === 'MemberExpression' || one.type === 'Property' ? propertyName(one) : null
    if (name === 'origin' || name === 'source') return
    if (name === 'data') usesData = true
  }
  if (usesData) report(node, 'message_from_anyone', 'medium', 'medium')
}

/** An object with a password in it: `JSON.stringify({ email, password })`. */
function holdsPassword(value: Node | null): boolean {
  if (!value) return false
  return [...below(value)].some(
    (one) =>
      one.type === 'Property' &&
      /^(?:password|passwd|pwd|passphrase)$/i.test(propertyName(one) ?? '') &&
      plain(at(one, 'value'))?.type !== 'Literal',
  )
}

function stored(
  node: Node,
  key: string | null,
  value: Node | null,
  where: string,
  { values, report }: Look,
): void {
  const withPassword = holdsPassword(value)
  if (withPassword) report(node, 'credential_in_storage', 'medium', 'high')
  if (
    withPassword ||
    key === null ||
    !isSecretName(key) ||
    PUBLIC_NAMES.test(key) ||
    values.trust(value) === 'safe'
  )
    return
  const isPassword = /passw|pwd|passphrase/i.test(key)
  if (isPassword) report(node, 'credential_in_storage', 'medium', 'high')
  else if (where.includes('localStorage')) report(node, 'credential_in_storage', 'low', 'medium')
}
