/** A request to an operation: one that fits, spoiled in some place or not. */
import type { Operation } from '@atrium/contract'
import type { Chance } from '../chance.ts'
import { AIMS, type Aim } from './aims.ts'
import { type Drawing, fitting, type Schema } from './fitting.ts'
import { FUNCTION_AIMS } from './function-aims.ts'
import { recordFile } from './grammar.ts'
import { BROKEN_JSON, hostileNumber, hostileText, hostileValue, spoiled, toJson } from './hostile.ts'
import type { ActorName, World } from './world.ts'

export interface Request {
  operation: Operation
  actor: ActorName
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: string | null
}

export async function drawRequest(world: World, chance: Chance, operation: Operation): Promise<Request> {
  const drawing = { world, chance, operation }
  const aimed = async () => (AIMS[operation.name] ?? FUNCTION_AIMS[operation.name])?.(world, chance)
  const aim = (chance.percent(80) && (await world.ground.prepare(world.seed, aimed))) || {}
  // Half of all requests fit in every part, the others have a fault or two.
  const faults = chance.one([0, 0, 0, 0, 1, 1, 1, 2])
  const spoils = Array.from({ length: faults }, () => chance.one(['path', 'query', 'header', 'body', 'body']))
  const has = (part: string) => spoils.includes(part)
  const sent = operation.upload ? upload(chance, has('body')) : body(drawing, aim, has('body'))
  const actor = chance.percent(60) ? (aim.actor ?? 'owner') : someActor(world, chance)
  return {
    operation,
    actor,
    method: operation.method,
    path: `${path(drawing, aim, has('path'))}${query(drawing, has('query'))}`,
    headers: {
      ...world.actors[actor],
      ...sent?.headers,
      ...ownHeaders(drawing, has('header')),
    },
    body: sent?.text ?? null,
  }
}

const someActor = ({ actors }: World, chance: Chance) => chance.one(Object.keys(actors) as ActorName[])

function path({ chance, ...drawing }: Drawing, { params = {} }: Aim, isSpoiled: boolean): string {
  const { operation, world } = drawing
  const { properties = {} } = (operation.params ?? {}) as Schema
  const wrong = isSpoiled ? chance.one(Object.keys(properties)) : undefined
  const address = operation.also && chance.percent(20) ? operation.also : operation.path
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === wrong && chance.percent(10))
      return chance.one(['%', '%ff', '%ED%A0%80', '%00', '%2e%2e', '%2F'])
    if (name === wrong && chance.percent(20)) return encoded(chance.one(Object.values(world.known).flat()))
    const text = name === wrong ? hostileText(chance) : params[name]
    return encoded(
      text ?? fitting({ ...drawing, chance }, properties[name] ?? {}, name),
      name === operation.rest_param,
    )
  })
}

function encoded(value: unknown, isPath = false): string {
  const text = encodeURIComponent(String(value).toWellFormed().slice(0, 4_000))
  return isPath ? text.replaceAll('%2F', '/') : text
}

function query(drawing: Drawing, isSpoiled: boolean): string {
  const { chance, operation } = drawing
  const { properties = {}, required = [] } = (operation.query ?? {}) as Schema
  const chosen = Object.keys(properties).filter((name) => required.includes(name) || chance.percent(30))
  const pairs = chosen.map((name) => [name, fitting(drawing, properties[name] ?? {}, name)])
  if (operation.name === 'records.list' && chance.percent(10)) pairs.push(['title', 'a'])
  if (isSpoiled) {
    const name = chance.one([...Object.keys(properties), 'unknown', '__proto__', 'q[$ne]', 'home.city'])
    const value = chance.one([hostileText(chance), hostileNumber(chance).replace(/^@number@/, '')])
    pairs.push([name, chance.percent(85) ? value : toJson(hostileValue(chance))])
    if (chance.percent(10)) pairs.push([name, value])
  }
  if (pairs.length === 0) return ''
  const text = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return `?${text}${isSpoiled && chance.percent(5) ? chance.one(['&%', '&=%ff', '&&&', '&a=%00']) : ''}`
}

interface Sent {
  text: string
  headers: Record<string, string>
}

function body(drawing: Drawing, aim: Aim, isSpoiled: boolean): Sent | null {
  const { chance, operation } = drawing
  const schema = operation.body as Schema | undefined
  const json = { 'content-type': 'application/json' }
  if (!schema) {
    if (operation.method === 'GET' || !isSpoiled) return null
    return { text: toJson(hostileValue(chance)), headers: json }
  }
  const value = aim.body ?? fitting(drawing, schema)
  if (!isSpoiled) return { text: toJson(value), headers: json }
  if (chance.percent(5)) return null
  if (chance.percent(5)) return { text: chance.one(BROKEN_JSON), headers: json }
  const other = chance.one(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'a', ''])
  const headers = chance.percent(5) ? { 'content-type': other } : json
  return { text: toJson(spoiled(chance, value)), headers }
}

/** A form with one file; spoiled, hardly one. */
function upload(chance: Chance, isSpoiled: boolean): Sent {
  const { name, text } = recordFile(chance)
  const boundary = 'boundary'
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const part = (field: string, file: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"\r\n` +
    `Content-Type: ${chance.one(['text/csv', 'application/json', 'image/png', 'text/html'])}\r\n\r\n${content}\r\n`
  const plain = name.toWellFormed().replaceAll(/["\r\n\0]/g, '_')
  const whole = `${part('file', plain, text.toWellFormed())}--${boundary}--\r\n`
  if (!isSpoiled) return { text: whole, headers }
  return chance.one([
    { text: part('other', 'a.txt', text), headers },
    { text: `${part('file', 'a', text)}${whole}`, headers },
    { text: whole.slice(0, chance.below(whole.length)), headers },
    { text: whole.replace('filename', 'nothing'), headers },
    { text: whole, headers: { 'content-type': 'multipart/form-data' } },
    { text: whole, headers: { 'content-type': 'multipart/form-data; boundary=other' } },
    { text: part('file', hostileText(chance).toWellFormed(), text), headers },
    { text: '', headers },
  ])
}

const HEADER_VALUES: Record<string, readonly string[]> = {
  'x-bypass-rls': ['true', 'true', 'false', 'TRUE'],
  'idempotency-key': ['one', 'two', 'three'],
  'if-match': ['*', '"1"', 'W/"1"', '"0"', '1'],
  range: ['bytes=0-3', 'bytes=-2', 'bytes=5-', 'bytes=0-0,2-3', 'bytes=9-1', 'bytes=99999999999999999999-'],
  'if-range': ['"1"', 'Wed, 21 Oct 2026 07:28:00 GMT'],
  'if-none-match': ['*', '"1", W/"2"'],
  'accept-language': ['nl, en;q=0.5', 'xx-YY', '*;q=9', 'de-CH-1996'],
  origin: ['https://shop.example.com', 'null'],
}
/** What any request may carry. */
const OTHER_HEADERS = [
  'x-request-id',
  'traceparent',
  'x-forwarded-for',
  'accept',
  'accept-encoding',
  'authorization',
  'api_key',
  'cookie',
  'content-encoding',
  'expect',
]

function ownHeaders({ chance, operation }: Drawing, isSpoiled: boolean): Record<string, string> {
  const names = Object.keys(operation.headers?.properties ?? {})
  const chosen = names.filter(() => chance.percent(25))
  const headers = Object.fromEntries(chosen.map((name) => [name, chance.one(HEADER_VALUES[name] ?? ['a'])]))
  if (!isSpoiled) return headers
  const name = chance.one([...names, ...names, ...OTHER_HEADERS])
  // Whatever a header may be made of at all.
  const value = hostileText(chance).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '~')
  return { ...headers, [name]: value.slice(0, 7_000) }
}

/** The request as somebody would repeat it by hand. */
export function asCommand({ method, path, headers, body }: Request, baseUrl: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = [
    `curl -X ${method} ${quoted(`${baseUrl}${path}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-binary ${quoted(body.slice(0, 5_000))}`]),
  ]
  return parts.join(' ')
}
