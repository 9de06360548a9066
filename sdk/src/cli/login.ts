import { createClient } from '../client.ts'
import { ApiError } from '../errors.ts'
import type { Connection } from './connection.ts'
import { deleteCredentials, findCredentials, saveCredentials } from './credentials.ts'
import { flag } from './flags.ts'
import { askSecret, type Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

export const EMAIL_FLAG = flag('email', { type: 'string' }, ['email'])

/** Signs in and keeps address and session for the next commands. */
export async function login(terminal: Terminal, connection: Connection, email: unknown): Promise<string> {
  if (typeof email !== 'string')
    throw new UsageError('--email is missing. Usage: atrium login --email <text>')
  const { baseUrl } = connection
  const password = await askSecret(terminal, `Password of ${email} at ${baseUrl}: `)
  const { user, token } = await createClient(connection).session.create({ email, password })
  await saveCredentials(terminal.env, { url: baseUrl, token })
  return `Signed in at ${baseUrl} as ${user.email}.\n`
}

/** Ends the kept session; it is forgotten here even when the server cannot be reached. */
export async function logout({ env, fetch }: Terminal): Promise<string> {
  const kept = await findCredentials(env)
  if (!kept) return 'Not signed in.\n'
  await deleteCredentials(env)
  try {
    await createClient({ baseUrl: kept.url, token: kept.token, fetch }).session.delete()
  } catch (error) {
    // The session had ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  return `Signed out at ${kept.url}.\n`
}
