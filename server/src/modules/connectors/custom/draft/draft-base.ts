import type { ConnectorDefinition, DefinedField } from '@atrium/contract/connector-definition'
import { oneLine } from '../../../../platform/text/one-line.ts'
import type { Server, Variable } from './api-description.ts'
import { draftVariable, type Spot } from './draft-variable.ts'

export interface DraftedBase {
  /** With places for fields and what follows from them. */
  host: string
  /** Without a slash at its end. */
  path: string
  fields: readonly DefinedField[]
  derived: NonNullable<ConnectorDefinition['derived']>
  notes: readonly string[]
}

/** Where the API lies: the first server that connectors can call. Where none says its host, people enter it. */
export function draftBase(servers: readonly Server[]): DraftedBase {
  const parsed = servers.slice(0, MOST_SERVERS).flatMap((server) => parse(server) ?? [])
  const chosen = parsed.find(({ scheme }) => scheme === 'https') ?? parsed.find(({ host }) => host !== '')
  if (!chosen) return withoutHost(parsed[0]?.path ?? '')
  const base = fillVariables(chosen)
  const others = `Of ${servers.length} servers this one was taken: https://${base.host}`
  return {
    ...base,
    notes: [
      ...(servers.length > 1 ? [others] : []),
      ...(chosen.scheme === 'http' ? ['The server is given with http; connectors call https only.'] : []),
      ...base.notes,
    ],
  }
}

const MOST_SERVERS = 50

interface Parsed {
  scheme: 'https' | 'http' | 'none'
  host: string
  path: string
  variables: Server['variables']
}

const ADDRESS = /^(?:(?:(https?)|\{[^{}]{1,80}\}):)?(?:\/\/([A-Za-z0-9\-._:{}]+))?(\/[^?#]*)?(?:[?#].*)?$/i
const PATH = /^[A-Za-z0-9\-._~!$&'()*+,;=:%/{}]*$/

function parse({ url, variables }: Server): Parsed | null {
  if (url.length > 400) return null
  const [whole, scheme = 'https', host = '', path = ''] = ADDRESS.exec(url) ?? []
  if (whole === undefined || !PATH.test(path)) return null
  const given = scheme.toLowerCase() === 'http' ? 'http' : 'https'
  return { scheme: host === '' ? 'none' : given, host, path, variables }
}

const HOST_FIELD: DefinedField = {
  name: 'host',
  display_name: 'Host',
  description: 'The host name of the service, without https:// and path.',
  placeholder: 'api.example.com',
  required: true,
  validation_pattern: '^[a-z0-9][a-z0-9.-]{0,252}$',
  validation_error: 'Enter a host name such as api.example.com.',
  kind: 'host',
}

function withoutHost(path: string): DraftedBase {
  const note =
    'The description names no host, so people enter it. If all have the same, put it into api.base_url.'
  const rest = trimmed(path.replaceAll(PLACE, ''))
  return { host: '{host}', path: rest, fields: [HOST_FIELD], derived: {}, notes: [note] }
}

function trimmed(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
}

const PLACE = /\{([^{}]*)\}/g
/** Room is left for what people sign in with. */
const MOST_FIELDS = 8

function fillVariables({ host, path, variables }: Parsed): DraftedBase {
  const fields: DefinedField[] = []
  const derived: DraftedBase['derived'] = {}
  const texts = new Map<string, string>()
  const notes: string[] = []
  const fill = (part: string, spotOf: (before: string, after: string) => Spot) =>
    part.replaceAll(PLACE, (place, name: string, at: number) => {
      const spot = spotOf(part.slice(0, at), part.slice(at + place.length))
      const key = `${spot.kind === 'path' ? 'path' : 'host'} ${name}`
      const before = texts.get(key)
      if (before !== undefined) return before
      const taken = [...fields.map((field) => field.name), ...Object.keys(derived)]
      const room = { taken, isFull: fields.length >= MOST_FIELDS }
      const drafted = draftVariable(name, variables.get(name) ?? NOTHING, spot, room)
      if (drafted.field) fields.push(drafted.field)
      if (drafted.derived) derived[drafted.derived[0]] = drafted.derived[1]
      if (drafted.note) notes.push(oneLine(drafted.note, 200))
      texts.set(key, drafted.text)
      return drafted.text
    })
  const filled = fill(host.toLowerCase() === host ? host : loweredHost(host), hostSpot).replace(/:443$/, '')
  const rest = trimmed(fill(path, () => ({ kind: 'path' })))
  return { host: filled, path: rest, fields, derived, notes }
}

const NOTHING: Variable = { fallback: '', values: [], about: '' }

/** In small letters, but for the names of variables. */
function loweredHost(host: string): string {
  return host.replaceAll(/\{[^{}]*\}|[^{]+/g, (part) => (part.startsWith('{') ? part : part.toLowerCase()))
}

function hostSpot(before: string, after: string): Spot {
  if (before.endsWith(':')) return { kind: 'port' }
  const rest = after.replace(/:[^:]*$/, '')
  if (before === '' && rest === '') return { kind: 'host' }
  return /^(\.[a-z0-9-]+){2,}$/.test(rest) && !before.includes('{')
    ? { kind: 'label', suffix: rest }
    : { kind: 'part' }
}
