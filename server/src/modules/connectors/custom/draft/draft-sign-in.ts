import type { ConnectorAuth, ConnectorScope, DefinedField } from '@atrium/contract/connector-definition'
import { oneLine } from '../../../../platform/text/one-line.ts'
import type { ApiDescription, Flow, SignIn } from './api-description.ts'
import { draftKeys, type KeyedSignIn } from './draft-keys.ts'

export interface DraftedSignIn {
  auth: ConnectorAuth
  fields: readonly DefinedField[]
  scopes: readonly ConnectorScope[]
  notes: readonly string[]
}

type Wanted = readonly { name: string; signIn: SignIn; scopes: readonly string[] }[]

/** How people let an app in: the first way that connectors know, of those that the API asks for, else of all that it describes. */
export function draftSignIn(
  api: Pick<ApiDescription, 'schemes' | 'requirements'>,
  /** The address in the form that connectors call, or null when it has none. */
  addressOf: (text: string) => string | null,
  taken: readonly string[],
): DraftedSignIn {
  const ways = [...waysOf(api)].slice(0, MOST_WAYS)
  for (const way of ways) {
    const drafted = draftWay(way, addressOf, taken)
    if (drafted) return { ...drafted, notes: [...drafted.notes, ...leftOut(api, way)] }
  }
  const bearer = draftKeys([{ kind: 'bearer' }], taken)
  const note =
    'The description names no way to sign in that connectors know; a token in the Authorization header is assumed.'
  return { ...bearer, scopes: [], notes: [note, ...leftOut(api, [])] }
}

const MOST_WAYS = 100
const MOST_SCOPES = 60
const MOST_NOTED = 5

function* waysOf({
  schemes,
  requirements,
}: Pick<ApiDescription, 'schemes' | 'requirements'>): Generator<Wanted> {
  for (const requirement of requirements) {
    if (requirement.size === 0 || requirement.size > MOST_TOGETHER) continue
    const known = [...requirement].flatMap(([name, scopes]) => {
      const signIn = schemes.get(name)
      return signIn ? [{ name, signIn, scopes }] : []
    })
    if (known.length === requirement.size) yield known
  }
  for (const [name, signIn] of schemes) yield [{ name, signIn, scopes: [] }]
}

const MOST_TOGETHER = 4

function draftWay(
  way: Wanted,
  addressOf: (text: string) => string | null,
  taken: readonly string[],
): DraftedSignIn | null {
  const [first, ...others] = way
  if (!first) return null
  const { signIn, scopes } = first
  if (others.length === 0 && signIn.kind === 'consent') return draftConsent(signIn.flow, scopes, addressOf)
  if (others.length === 0 && signIn.kind === 'client')
    return draftClient(signIn.flow, scopes, addressOf, taken)
  const keys = way.map((one) => one.signIn)
  return keys.every(isKeyed) ? { ...draftKeys(keys, taken), scopes: [] } : null
}

function isKeyed(signIn: SignIn): signIn is KeyedSignIn {
  if (signIn.kind === 'key') return HEADER_NAME.test(signIn.name)
  return signIn.kind === 'bearer' || signIn.kind === 'basic'
}

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/

function draftConsent(
  flow: Flow,
  wanted: readonly string[],
  addressOf: (text: string) => string | null,
): DraftedSignIn | null {
  const [authorization_url, token_url] = [addressOf(flow.authorization_url), addressOf(flow.token_url)]
  if (!authorization_url || !token_url) return null
  const refresh_url = flow.refresh_url === flow.token_url ? null : addressOf(flow.refresh_url)
  const auth: ConnectorAuth = {
    ...{ mode: 'oauth2', authorization_url, token_url, client_auth: 'basic', pkce: true, refresh: 'stable' },
    ...(refresh_url && { refresh_url }),
  }
  const note =
    'Check auth: whether the service takes PKCE, how it wants client id and secret, and whether its refresh tokens change.'
  return { auth, fields: [], ...draftScopes(flow, wanted, [note]) }
}

function draftClient(
  flow: Flow,
  wanted: readonly string[],
  addressOf: (text: string) => string | null,
  taken: readonly string[],
): DraftedSignIn | null {
  const token_url = addressOf(flow.token_url)
  if (!token_url) return null
  const { fields, client_id_field, client_secret_field } = clientFields(taken)
  const names = { client_id_field, client_secret_field }
  const auth: ConnectorAuth = { mode: 'client_credentials', token_url, client_auth: 'basic', ...names }
  const note = 'Check auth: how the service wants client id and secret.'
  return { auth, fields, ...draftScopes(flow, wanted, [note]) }
}

function clientFields(taken: readonly string[]) {
  const client_id_field = taken.includes('client_id') ? 'own_client_id' : 'client_id'
  const client_secret_field = taken.includes('client_secret') ? 'own_client_secret' : 'client_secret'
  const same = { required: true, validation_pattern: '^[!-~]+$', description: '' }
  const fields: DefinedField[] = [
    {
      ...{ name: client_id_field, display_name: 'Client id', placeholder: 'your-client-id', ...same },
      validation_error: 'Enter the client id without spaces.',
    },
    {
      ...{
        name: client_secret_field,
        display_name: 'Client secret',
        placeholder: 'your-client-secret',
        ...same,
      },
      ...{ validation_error: 'Enter the client secret without spaces.', is_secret: true },
    },
  ]
  return { fields, client_id_field, client_secret_field }
}

function draftScopes({ scopes }: Flow, wanted: readonly string[], notes: readonly string[]) {
  const usable = scopes.filter(([name]) => SCOPE_NAME.test(name))
  const defaults = new Set(wanted)
  // Those that the API asks for come first, so that none of them is cut off.
  const ordered = [...usable].sort(
    ([one], [other]) => Number(defaults.has(other)) - Number(defaults.has(one)),
  )
  const drafted: ConnectorScope[] = ordered.slice(0, MOST_SCOPES).map(([name, about]) => ({
    ...{ name, description: oneLine(about, 200) || name },
    ...(defaults.has(name) && { is_default: true }),
  }))
  const lost = scopes.length - drafted.length
  const note =
    lost > 0 ? [`${lost} scopes were left out: there is room for ${MOST_SCOPES}, without spaces.`] : []
  return { scopes: drafted, notes: [...notes, ...note] }
}

const SCOPE_NAME = /^[\x21-\x7e]{1,200}$/

function leftOut({ schemes }: Pick<ApiDescription, 'schemes'>, way: Wanted): string[] {
  const used = new Set(way.map(({ name }) => name))
  const others = [...schemes].filter(([name]) => !used.has(name))
  const noted = others.slice(0, MOST_NOTED).map(([name, signIn]) => {
    const words = signIn.kind === 'other' ? ` (${signIn.words})` : ''
    return oneLine(`Another way to sign in was left out: ${oneLine(name, 60)}${words}`, 200)
  })
  const more = others.length - noted.length
  return more > 0 ? [...noted, `And ${more} more.`] : noted
}
