/** Addresses: where people are sent, what links and frames show, what is called unencrypted. */
import { isChecked } from '../guards.ts'
import type { Look, Rules } from '../look.ts'
import { at, dottedName, listAt, type Node, plain, propertyName, quasis, textOf } from '../syntax-tree.ts'
import { givenTo } from './html.ts'

const LOCATION = /^(?:(?:window|document|globalThis|self|top|parent)\.)*location(?:\.href)?$/
const GOES =
  /^(?:(?:window|document|globalThis|self|top|parent)\.)*(?:location\.(?:assign|replace)|open)$|^(?:\w*[rR]outer|history|navigation|this\.\$router|useRouter\(\)|useNavigate\(\))\.(?:push|replace|navigate)$|^(?:navigate|navigateTo|redirect|permanentRedirect|goto)$|^(?:res|reply|response|c|ctx|Response|NextResponse)\.redirect$/
const LINKS = /^(?:href|src|xlinkHref|xlink:href|action|formAction|formaction|to)$/
const CALLS =
  /^(?:(?:window|globalThis|self)\.)?fetch$|^(?:axios|ky|got|superagent|request|\$|jQuery|http|api|client)(?:\.(?:get|post|put|patch|delete|request|ajax|getJSON|create))?$|^(?:WebSocket|EventSource|XMLHttpRequest)$|\.open$|sendBeacon$/
const REQUESTS =
  /^(?:(?:globalThis|self|window)\.)?fetch$|^(?:axios|ky|got|superagent|needle|undici|ofetch|\$fetch|request)(?:\.(?:get|post|put|patch|delete|head|request|stream|create|extend))?$|^https?\.(?:get|request)$|^page\.goto$/
const HOME =
  /^(?:http|ws):\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|host\.docker\.internal|[\w-]+(?:[:/]|$)|[\w.-]+\.(?:local|localhost|test|internal|invalid)(?:[:/]|$)|$)/i

export const addresses: Rules = {
  AssignmentExpression(node, look) {
    const left = plain(at(node, 'left'))
    if (!left) return
    const name = dottedName(left)
    if (LOCATION.test(name)) go(node, at(node, 'right'), look)
    else if (left.type === 'MemberExpression' && /^(?:href|src|action)$/.test(propertyName(left) ?? '')) {
      link(node, at(node, 'right'), look)
    }
  },
  CallExpression(node, look) {
    const name = dottedName(at(node, 'callee'))
    const args = listAt(node, 'arguments')
    if (GOES.test(name)) {
      // With a status before it, as some servers take it.
      const target = args.find(
        (arg) => !(plain(arg)?.type === 'Literal' && typeof plain(arg)?.value === 'number'),
      )
      go(node, target ?? null, look)
    }
    if (REQUESTS.test(name)) request(node, args, look)
    const isHeader =
      /(?:^|\.)(?:setHeader|set|header|append)$/.test(name) && isLocation(textOf(args[0] ?? null))
    if (isHeader) go(node, args[1] ?? null, look)
    if (CALLS.test(name)) for (const arg of args.slice(0, 2)) unencrypted(node, arg, look)
    if (
      /\.setAttribute$/.test(name) &&
      /^(?:href|src|action|xlink:href)$/.test(textOf(args[0] ?? null) ?? '')
    )
      link(node, args[1] ?? null, look)
  },
  NewExpression(node, look) {
    if (CALLS.test(dottedName(at(node, 'callee'))))
      unencrypted(node, listAt(node, 'arguments')[0] ?? null, look)
  },
  Property(node, look) {
    if (propertyName(node) === 'Location' || (isLocation(propertyName(node)) && isInHeaders(node)))
      go(node, at(node, 'value'), look)
    if (/^(?:baseURL|baseUrl|prefixUrl|apiUrl|endpoint)$/.test(propertyName(node) ?? ''))
      unencrypted(node, at(node, 'value'), look)
  },
  JSXOpeningElement(node, look) {
    const attributes = new Map(
      listAt(node, 'attributes').map((one) => [String(at(one, 'name')?.name ?? ''), one]),
    )
    const [target, href, rel] = ['target', 'href', 'rel'].map((name) => attributes.get(name))
    const hasSpread = listAt(node, 'attributes').some(({ type }) => type === 'JSXSpreadAttribute')
    if (!target || !href || rel || hasSpread || textOf(givenTo(target)) !== '_blank') return
    if (
      at(node, 'name')?.name === 'a' &&
      look.values.trust(givenTo(href)) !== 'safe' &&
      look.values.prefix(givenTo(href)) === ''
    )
      look.report(node, 'window_opener', 'low', 'low')
  },
  JSXAttribute(node, look) {
    if (LINKS.test(String(at(node, 'name')?.name ?? ''))) link(node, givenTo(node), look)
  },
}

const isLocation = (name: string | null) => /^location$/i.test(name ?? '')

function isInHeaders(property: Node): boolean {
  const holder = property.parent?.parent
  return holder?.type === 'Property' && propertyName(holder) === 'headers'
}

/** An address that others choose is called from here; `{ url }` counts by that field. */
function request(node: Node, args: readonly Node[], look: Look): void {
  const { values } = look
  const [first = null] = args
  const made = values.resolve(first)
  const fields = ['url', 'baseURL', 'uri', 'hostname', 'host'] as const
  const isObject = made?.type === 'ObjectExpression'
  const isTainted = isObject
    ? fields.some(
        (field) => values.trustOfField(first, field) === 'tainted' && isFreeField(made, field, look),
      )
    : values.trust(first) === 'tainted' && isFree(first, look)
  if (isTainted && !isOwnAddress(first) && !isChecked(first, look))
    look.report(node, 'request_from_input', 'medium')
}

/** Not one that begins with a fixed host. */
function isFreeField(object: Node, name: string, look: Look): boolean {
  const field = listAt(object, 'properties').find((one) => propertyName(one) === name)
  const value = field ? at(field, 'value') : null
  return value === null || (isFree(value, look) && !isChecked(value, look))
}

function go(node: Node, target: Node | null, look: Look): void {
  if (scriptUrl(node, target, look)) return
  if (
    look.values.trust(target) !== 'tainted' ||
    !isFree(target, look) ||
    isOwnAddress(target) ||
    isChecked(target, look)
  )
    return
  look.report(node, 'open_redirect', 'medium', 'high')
}

function link(node: Node, target: Node | null, look: Look): void {
  if (scriptUrl(node, target, look)) return
  if (
    look.values.trust(target) !== 'tainted' ||
    !isFree(target, look) ||
    isOwnAddress(target) ||
    isChecked(target, look)
  )
    return
  look.report(node, 'address_from_input', 'medium', 'high')
}

/** Whether what others choose decides where the address leads, and not only what follows. */
function isFree(target: Node | null, { values }: Look): boolean {
  return /^(?:|https?:\/\/|\/\/)$/i.test(values.prefix(target))
}

/** The page itself, perhaps with another query. */
function isOwnAddress(target: Node | null): boolean {
  return /^(?:(?:window|document)\.)*location(?:\.(?:href|pathname|origin))?$/.test(dottedName(target))
}

/** Code in an address; what does nothing is left alone. */
function scriptUrl(node: Node, target: Node | null, { values, report }: Look): boolean {
  const begin = values.prefix(target).trim().toLowerCase()
  if (!begin.startsWith('javascript:')) return false
  const rest = begin.slice('javascript:'.length).trim()
  const isWhole = values.trust(target) === 'safe'
  if (
    isWhole &&
    /^(?:|;|void\s*\(?\s*0\s*\)?;?|\/\/.*|undefined;?|return false;?|history\.(?:back|go)\(-?\d*\);?|window\.print\(\);?)$/.test(
      rest,
    )
  )
    return false
  report(node, 'script_url', isWhole ? 'low' : 'high', isWhole ? 'medium' : 'high')
  return true
}

function unencrypted(node: Node, value: Node | null, { values, report }: Look): void {
  const made = values.resolve(value)
  const pieces = made?.type === 'TemplateLiteral' ? quasis(made)[0] : null
  const begin = pieces || values.prefix(made)
  if (/^(?:http|ws):\/\/./i.test(begin) && !HOME.test(begin)) report(node, 'plain_http', 'medium', 'high')
}
