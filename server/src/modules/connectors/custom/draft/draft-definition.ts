import { createHash } from 'node:crypto'
import { fillTemplate } from '../../../../platform/text/fill-template.ts'
import { oneLine } from '../../../../platform/text/one-line.ts'
import type { OwnDefinition } from '../connector-rules.ts'
import type { ApiDescription, Read } from './api-description.ts'
import { type DraftedBase, draftBase } from './draft-base.ts'
import { draftSignIn } from './draft-sign-in.ts'

/** A connector for the API, as far as its description says how. */
export function draftDefinition(
  api: ApiDescription,
  isTaken: (integrationType: string) => boolean,
): { definition: OwnDefinition; notes: string[] } {
  const base = draftBase(api.servers)
  const names = [...base.fields.map(({ name }) => name), ...Object.keys(base.derived)]
  const signIn = draftSignIn(api, (text) => addressOf(text, base), names)
  const test = chooseRead(api.reads)
  const title = oneLine(api.title, 80)
  const definition: OwnDefinition = {
    integration_type: typeOf(title, isTaken),
    display_name: title,
    description: oneLine(api.about, 300) || title,
    category: 'other',
    icon: iconOf(title),
    documentation_url: documentationOf(api.documentation, base),
    fields: [...base.fields, ...signIn.fields],
    ...(Object.keys(base.derived).length > 0 && { derived: base.derived }),
    auth: signIn.auth,
    scopes: [...signIn.scopes],
    api: { base_url: `https://${base.host}${base.path}` },
    test: { method: 'GET', path: test ?? '/' },
  }
  const noRead =
    'No request was found that needs no values; say in test which one shows that a connection works.'
  return { definition, notes: [...base.notes, ...signIn.notes, ...(test === null ? [noRead] : [])] }
}

const ADDRESS =
  /^(https?:\/\/)?([A-Za-z0-9\-.:]+)?(\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*)?(\?[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*)?$/

/** Given whole, or as a path on the host of the API. */
function addressOf(text: string, { host: ofApi }: DraftedBase): string | null {
  if (text === '' || text.length > 400) return null
  const [whole, scheme, host, path = '', query = ''] = ADDRESS.exec(text) ?? []
  if (whole === undefined) return null
  if (scheme !== undefined && host !== undefined) return `https://${host}${path}${query}`
  return scheme === undefined && host === undefined && path !== '' ? `https://${ofApi}${path}${query}` : null
}

/** What services call the request that says who is asking, or that all is well. */
const LIKELY = [
  'me',
  'whoami',
  'self',
  'current',
  'myself',
  'user',
  'account',
  'profile',
  'status',
  'ping',
  'health',
]

function chooseRead(reads: readonly Read[]): string | null {
  const rank = ({ path, isOpen }: Read) => {
    const last = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
    const place = LIKELY.indexOf(last)
    return (isOpen ? LIKELY.length + 1 : 0) + (place < 0 ? LIKELY.length : place)
  }
  let best: { path: string; rank: number } | null = null
  for (const read of reads) {
    const here = rank(read)
    if (best === null || here < best.rank) best = { path: read.path, rank: here }
  }
  return best?.path ?? null
}

function typeOf(title: string, isTaken: (integrationType: string) => boolean): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48)
    .replace(/-$/, '')
  const type = /^[a-z]/.test(words) && words.length > 1 ? words : `api-${words}`.replace(/-$/, '')
  if (!isTaken(type)) return type
  for (let number = 2; ; number++) if (!isTaken(`${type}-${number}`)) return `${type}-${number}`
}

const COLORS = ['#334155', '#1d4ed8', '#047857', '#b45309', '#be123c', '#6d28d9', '#0e7490', '#4d7c0f']

function iconOf(title: string) {
  const [letter = 'A'] = title.match(/[\p{L}\p{N}]/u) ?? []
  const letters = [...letter.toUpperCase()].slice(0, 2).join('')
  const number = createHash('sha256').update(title).digest()[0] ?? 0
  return { letters, color: COLORS[number % COLORS.length] ?? '#334155' }
}

function documentationOf(given: string, { host, fields, derived }: DraftedBase): string {
  const url = given.length <= 300 && /^https:\/\/[!-~]+$/.test(given) ? URL.parse(given) : null
  if (url && url.href.length <= 300) return url.href
  const examples = new Map([
    ...fields.map(({ name, placeholder }) => [name, placeholder] as const),
    ...Object.entries(derived).map(([name, { otherwise }]) => [name, otherwise] as const),
  ])
  return `https://${fillTemplate(host, Object.fromEntries(examples))}`
}
