/** Which server, credential and workspace a command uses: flags, then the environment, then `atrium login`. */
import { type Credentials, findCredentials, requireName } from './credentials.ts'
import { type Flag, flag } from './flags.ts'
import { askSecret, type Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

export interface Connection {
  baseUrl: string
  token: string | undefined
  workspace_id: string | undefined
  fetch: typeof globalThis.fetch | undefined
}

const DEFAULT_URL = 'http://127.0.0.1:8787'

const URL_FLAG = flag('url', {
  type: 'string',
  description: `The server; else ATRIUM_URL, that of the profile, or ${DEFAULT_URL}`,
})
const TOKEN_FLAG = flag('token', {
  type: 'string',
  description: 'The credential, "-" to be asked for it; else ATRIUM_TOKEN, or that of the profile',
})
const WORKSPACE_FLAG = flag('workspace', {
  type: 'string',
  description: 'The id of the workspace to act on; else ATRIUM_WORKSPACE',
})
const PROFILE_FLAG = flag('profile', {
  type: 'string',
  description: 'The profile of atrium login to use; else ATRIUM_PROFILE, or the current one',
})

export const CONNECTION_FLAGS: readonly Flag[] = [URL_FLAG, TOKEN_FLAG, WORKSPACE_FLAG, PROFILE_FLAG]

export async function connectionOf(
  values: ReadonlyMap<Flag, unknown>,
  terminal: Terminal,
): Promise<Connection> {
  return connectTo(values, terminal, await findCredentials(terminal.env, profileNamed(values, terminal)))
}

/** For a login: the profile may be new. */
export async function connectionForLogin(
  values: ReadonlyMap<Flag, unknown>,
  terminal: Terminal,
): Promise<Connection> {
  const named = profileNamed(values, terminal)
  const stored = await findCredentials(terminal.env, named).catch((error) => {
    if (error instanceof UsageError && named !== undefined) return null
    throw error
  })
  return { ...(await connectTo(values, terminal, stored)), token: undefined }
}

export function profileNamed(values: ReadonlyMap<Flag, unknown>, { env }: Terminal): string | undefined {
  const name = String(values.get(PROFILE_FLAG) ?? env.ATRIUM_PROFILE ?? '')
  return name === '' ? undefined : requireName(name)
}

async function connectTo(
  values: ReadonlyMap<Flag, unknown>,
  terminal: Terminal,
  stored: Credentials | null,
): Promise<Connection> {
  const { env, fetch } = terminal
  const given = (wanted: Flag, setting: string) =>
    String(values.get(wanted) ?? env[setting] ?? '') || undefined
  // A profile that was asked for by its name is meant, whatever the environment says.
  const isMeant = values.has(PROFILE_FLAG) && stored !== null
  const url = isMeant && !values.has(URL_FLAG) ? stored.url : given(URL_FLAG, 'ATRIUM_URL')
  const baseUrl = requireUrl(url ?? stored?.url ?? DEFAULT_URL)
  // A kept session belongs to one server and is never shown to another.
  const kept = stored?.url === baseUrl ? stored.token : undefined
  const token = isMeant && !values.has(TOKEN_FLAG) ? kept : (given(TOKEN_FLAG, 'ATRIUM_TOKEN') ?? kept)
  return {
    baseUrl,
    token: token === '-' ? await askSecret(terminal, `Token for ${baseUrl}: `) : token,
    workspace_id: given(WORKSPACE_FLAG, 'ATRIUM_WORKSPACE'),
    fetch,
  }
}

function requireUrl(text: string): string {
  const isHttp = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
  if (!isHttp) throw new UsageError(`"${text}" is not an address; write it as ${DEFAULT_URL}.`)
  return text.replace(/\/+$/, '')
}
