/** Secrets that can be guessed, passwords that can be found, connections that anybody can read. */
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

const SECRET =
  /token|secret|passw|pwd|session_?id|api_?key|access_?key|nonce|salt|csrf|otp(?![a-z])|(?:reset|verif\w*|invite|invitation|auth|access|security|login|sign_?in|one_?time|confirm\w*|recovery|backup|pin)_?codes?|credential|private_?key/i
/** Words of other trades. */
const NOT_SECRET =
  /tokeni[sz]e|tokens?_?(?:count|used|limit|price|symbol|budget|amount|size)|design_?token|secretar|color|colour|saltat|basalt/i
const FAST = /^(?:md[245]|sha-?1|sha1|ripemd(?:160)?|sha-?(?:2-?)?(?:224|256|384|512))$/i
const BROKEN = /^(?:md[245]|sha-?1|ripemd(?:160)?)$/i
const PASSWORD = /passw|pwd(?![a-z])|passphrase/i
const WEAK_CIPHER = /^(?:des|des3|3des|rc[24]|bf|blowfish|idea)(?:$|-)|-ecb$|^ecb$/i

export const cryptography: Rules = {
  CallExpression(node, look) {
    const callee = plain(at(node, 'callee'))
    const name = dottedName(callee)
    const args = listAt(node, 'arguments')
    if (/^(?:window\.)?Math\.random$/.test(name)) random(node, look)
    else if (/(?:^|\.)create(?:Hash|Hmac)$/.test(name)) hash(node, textOf(args[0] ?? null) ?? '', look)
    else if (/(?:^|\.)subtle\.digest$/.test(name)) hash(node, digestName(args[0] ?? null), look)
    else if (/^(?:CryptoJS\.)?(?:MD5|SHA1|SHA256|SHA512|md5|sha1|sha256|sha512)(?:\.hex)?$/.test(name))
      hash(node, name.replace(/^CryptoJS\.|\.hex$/g, ''), look)
    else if (/(?:^|\.)createCipher$|(?:^|\.)createDecipher$/.test(name))
      look.report(node, 'weak_cipher', 'medium')
    else if (/(?:^|\.)create(?:C|Dec)ipheriv$|(?:^|\.)createCipheriv$/.test(name)) {
      if (WEAK_CIPHER.test(textOf(args[0] ?? null) ?? '')) look.report(node, 'weak_cipher', 'medium')
    } else if (/^CryptoJS\.(?:DES|TripleDES|RC4|Rabbit)\.encrypt$/.test(name))
      look.report(node, 'weak_cipher', 'medium')
  },
  Property(node, { report }) {
    const name = propertyName(node)
    const value = plain(at(node, 'value'))
    const isFalse = value?.type === 'Literal' && value.value === false
    if ((name === 'rejectUnauthorized' || name === 'strictSSL') && isFalse)
      report(node, 'tls_not_checked', 'high')
    if (name === 'checkServerIdentity' && value && isFunction(value) && returnsNothing(value))
      report(node, 'tls_not_checked', 'high')
    if (/^algorithms?$|^alg$/.test(name ?? '') && saysNone(value)) report(node, 'unsigned_token', 'high')
    if (name === 'mode' && /(?:^|\.)mode\.ECB$/.test(dottedName(value))) report(node, 'weak_cipher', 'medium')
  },
  AssignmentExpression(node, { report }) {
    const left = plain(at(node, 'left'))
    const right = plain(at(node, 'right'))
    if (left?.type !== 'MemberExpression') return
    const name = propertyName(left)
    if (name === 'NODE_TLS_REJECT_UNAUTHORIZED' && right?.type === 'Literal' && String(right.value) === '0')
      report(node, 'tls_not_checked', 'high')
    if (name === 'rejectUnauthorized' && right?.type === 'Literal' && right.value === false)
      report(node, 'tls_not_checked', 'high')
  },
}

/** By the name of what it becomes: a variable, a field, or the function that returns it. */
function random(node: Node, { report }: Look): void {
  for (let up = node.parent; up; up = up.parent) {
    const name = nameOf(up)
    if (name !== null) {
      if (isSecret(name)) {
        report(node, 'predictable_random', 'high', 'medium')
        return
      }
      // The parts of a secret have short names; what is named otherwise is something else.
      if (!isFunction(up) && name.length > 8) return
    }
    if (isFunction(up) && name === null && up.parent?.type === 'Program') return
  }
}

function nameOf(node: Node): string | null {
  if (node.type === 'VariableDeclarator') return String(at(node, 'id')?.name ?? '') || null
  if (node.type === 'AssignmentExpression') return dottedName(at(node, 'left')).split('.').pop() || null
  if (/^(?:Property|PropertyDefinition|MethodDefinition)$/.test(node.type)) return propertyName(node)
  if (isFunction(node)) return String(at(node, 'id')?.name ?? '') || null
  if (node.type === 'CallExpression') {
    const name = dottedName(at(node, 'callee')).split('.').pop() ?? ''
    return /^set[A-Z]/.test(name) ? name : null
  }
  return null
}

function isSecret(name: string): boolean {
  return SECRET.test(name) && !NOT_SECRET.test(name)
}

/** Only where it is about passwords: for anything else a fast sum may be just right. */
function hash(node: Node, algorithm: string, { report }: Look): void {
  if (!FAST.test(algorithm)) return
  let whole = node
  while (
    whole.parent &&
    /^(?:MemberExpression|CallExpression|AwaitExpression|VariableDeclarator)$/.test(whole.parent.type)
  ) {
    whole = whole.parent
  }
  const around = functionName(node)
  const isAboutPasswords = PASSWORD.test(around) || names(whole).some((name) => PASSWORD.test(name))
  if (isAboutPasswords)
    report(node, 'weak_password_hash', BROKEN.test(algorithm) ? 'high' : 'medium', 'medium')
}

function names(node: Node): string[] {
  return [...below(node)].filter(({ type }) => type === 'Identifier').map(({ name }) => String(name))
}

function functionName(node: Node): string {
  for (let up = node.parent; up; up = up.parent) {
    if (!isFunction(up)) continue
    const holder = up.parent
    return String(at(up, 'id')?.name ?? (holder && nameOf(holder)) ?? '')
  }
  return ''
}

function digestName(node: Node | null): string {
  const inner = plain(node)
  if (inner?.type !== 'ObjectExpression') return textOf(inner) ?? ''
  const field = listAt(inner, 'properties').find((one) => propertyName(one) === 'name')
  return field ? (textOf(at(field, 'value')) ?? '') : ''
}

function saysNone(value: Node | null): boolean {
  if (value?.type === 'ArrayExpression')
    return listAt(value, 'elements').some((one) => textOf(one) === 'none')
  return textOf(value) === 'none'
}

function returnsNothing(fn: Node): boolean {
  const body = at(fn, 'body')
  if (body?.type === 'BlockStatement')
    return listAt(body, 'body').every(({ type }) => type === 'ReturnStatement')
  return body?.type !== 'CallExpression'
}
