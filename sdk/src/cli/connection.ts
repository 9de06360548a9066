/** Which server, credential and workspace a command uses: flags, then the environment, then `atrium login`. */
import { findCredentials } from './credentials.ts'
import { type Flag, flag } from './flags.ts'
import type { Terminal } from './terminal.ts'
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
  description: `The server; else ATRIUM_URL, where you signed in, or ${DEFAULT_URL}`,
})
const TOKEN_FLAG = flag('token', {
  type: 'string',
  description: 'The credential; else ATRIUM_TOKEN, or that of atrium login',
})
const WORKSPACE_FLAG = flag('workspace', {
  type: 'string',
  description: 'The id of the workspace to act on; else ATRIUM_WORKSPACE',
})

export const CONNECTION_FLAGS: readonly Flag[] = [URL_FLAG, TOKEN_FLAG, WORKSPACE_FLAG]

export async function connectionOf(
  values: ReadonlyMap<Flag, unknown>,
  { env, fetch }: Terminal,
): Promise<Connection> {
  const given = (wanted: Flag, setting: string) =>
    String(values.get(wanted) ?? env[setting] ?? '') || undefined
  const stored = await findCredentials(env)
  const baseUrl = requireUrl(given(URL_FLAG, 'ATRIUM_URL') ?? stored?.url ?? DEFAULT_URL)
  // A kept session belongs to one server and is never shown to another.
  const kept = stored?.url === baseUrl ? stored.token : undefined
  return {
    baseUrl,
    token: given(TOKEN_FLAG, 'ATRIUM_TOKEN') ?? kept,
    workspace_id: given(WORKSPACE_FLAG, 'ATRIUM_WORKSPACE'),
    fetch,
  }
}

function requireUrl(text: string): string {
  const isHttp = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
  if (!isHttp) throw new UsageError(`"${text}" is not an address; write it as ${DEFAULT_URL}.`)
  return text.replace(/\/+$/, '')
}
