import type { Client } from '../client.ts'
import { createClient } from '../client.ts'
import { ApiError } from '../errors.ts'
import { askLine } from './ask-line.ts'
import { type Connection, connectionForLogin, connectionOf, profileNamed } from './connection.ts'
import { type Credentials, changeProfiles, readProfiles, unknownProfile } from './credentials.ts'
import { flag } from './flags.ts'
import type { LocalTyped } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { asTable, viewOf } from './table.ts'
import { askSecret, readAllInput, type Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const EMAIL_FLAG = flag('email', { type: 'string', description: 'Who signs in; else it is asked for' })
const WITH_TOKEN_FLAG = flag('with_token', {
  type: 'boolean',
  description: 'Keep a token in place of a session; it is asked for, or read from a pipe',
})

export const LOGIN_FLAGS = [EMAIL_FLAG, WITH_TOKEN_FLAG]

/** Signs in and keeps address and session for the next commands. */
export async function login({ terminal, values, format }: LocalTyped): Promise<string> {
  const connection = await connectionForLogin(values, terminal)
  const named = profileNamed(values, terminal)
  const kept =
    values.get(WITH_TOKEN_FLAG) === true
      ? await bringToken(terminal, connection)
      : await signIn(terminal, connection, values.get(EMAIL_FLAG))
  let profile = ''
  let isCurrent = false
  await changeProfiles(terminal.env, ({ current, byName }) => {
    profile = named ?? current
    const isFirst = !byName.has(current)
    isCurrent = isFirst || profile === current
    return { current: isFirst ? profile : current, byName: new Map([...byName, [profile, kept]]) }
  })
  const { url, email } = kept
  terminal.stderr.write(`Signed in at ${visible(url)} as ${visible(email ?? 'somebody')}.\n`)
  if (!isCurrent)
    terminal.stderr.write(
      `Use it with --profile ${profile}, or make it the usual one: atrium profiles use ${profile}\n`,
    )
  return format === 'json' ? asJson({ profile, url, email }) : ''
}

/** Where the password comes from a pipe, so may the second factor: a line for each. */
async function signIn(terminal: Terminal, connection: Connection, typed: unknown): Promise<Credentials> {
  const email = typeof typed === 'string' ? typed : ((await askLine(terminal, 'Email: ')) ?? '').trim()
  if (email === '') throw new UsageError('--email is missing. Usage: atrium login --email <text>')
  const { baseUrl: url } = connection
  const isTyped = terminal.stdin.isTTY === true
  const piped = isTyped ? [] : (await readAllInput(terminal)).split(/\r?\n/)
  const password = isTyped
    ? await askSecret(terminal, `Password of ${visible(email)} at ${url}: `)
    : (piped[0] ?? '')
  const client = createClient(connection)
  const { user, token } = await create(client, { email, password }, async () =>
    isTyped ? askSecret(terminal, 'Code of your second factor: ') : (piped[1] ?? ''),
  )
  return { url, token, email: user.email }
}

async function create(
  client: Client,
  body: { email: string; password: string },
  askCode: () => Promise<string>,
) {
  try {
    return await client.session.create(body)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error
    const code = (await askCode()).trim()
    if (code === '') throw error
    return client.session.create({ ...body, code } as typeof body)
  }
}

async function bringToken(terminal: Terminal, connection: Connection): Promise<Credentials> {
  const { baseUrl: url } = connection
  const token = (await askSecret(terminal, `Token for ${url}: `)).trim()
  if (token === '') throw new UsageError('The token is empty; nothing was kept.')
  const { email } = await createClient({ ...connection, token }).session.read()
  return { url, token, email }
}

/** Who acts, where, with which profile. */
export async function whoami({ terminal, values, format }: LocalTyped): Promise<string> {
  const connection = await connectionOf(values, terminal)
  const { byName, current } = await readProfiles(terminal.env)
  const name = profileNamed(values, terminal) ?? current
  const isKept = byName.get(name)?.token === connection.token
  const me = await createClient(connection).session.read()
  const { id, email, full_name, workspaces } = me
  const who = { profile: isKept ? name : null, url: connection.baseUrl, id, email, full_name }
  if (format === 'json') return asJson({ ...who, workspaces })
  const view = viewOf(terminal, 'workspaces.list')
  return `${asTable(who, view)}\n${asTable(workspaces, view)}`
}

/** Ends the kept session; it is removed here even when the server cannot be reached. */
export async function logout({ terminal, values }: LocalTyped): Promise<string> {
  const named = profileNamed(values, terminal)
  const { byName, current } = await readProfiles(terminal.env)
  const name = named ?? current
  if (named !== undefined && !byName.has(named)) throw unknownProfile(named, byName)
  return endSession(terminal, name)
}

/** `atrium profiles remove`. */
export async function removeProfile({ terminal, words }: LocalTyped): Promise<string> {
  const [name = ''] = words
  const { byName } = await readProfiles(terminal.env)
  if (!byName.has(name)) throw unknownProfile(name, byName)
  return endSession(terminal, name)
}

async function endSession({ env, fetch, stderr }: Terminal, name: string): Promise<string> {
  let kept: Credentials | undefined
  await changeProfiles(env, ({ current, byName }) => {
    kept = byName.get(name)
    const left = new Map([...byName].filter(([each]) => each !== name))
    return { current, byName: left }
  })
  if (!kept) {
    stderr.write('Not signed in.\n')
    return ''
  }
  try {
    await createClient({ baseUrl: kept.url, token: kept.token, fetch }).session.delete()
  } catch (error) {
    if (!isNoSession(error)) throw error
  }
  stderr.write(`Signed out at ${visible(kept.url)}.\n`)
  return ''
}

/** It had ended already, or it is a token, which stays until it is revoked. */
function isNoSession(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 401 || error.status === 403 || error.code === 'not_a_session'
}

export async function listProfiles({ terminal, format }: LocalTyped): Promise<string> {
  const { byName, current } = await readProfiles(terminal.env)
  const rows = [...byName].map(([name, { url, email }]) => ({
    ...{ name, url, email, is_current: name === current },
  }))
  return format === 'json' ? asJson({ profiles: rows }) : asTable(rows, viewOf(terminal))
}

export async function useProfile({ terminal, words }: LocalTyped): Promise<string> {
  const [name = ''] = words
  await changeProfiles(terminal.env, ({ byName }) => {
    if (!byName.has(name)) throw unknownProfile(name, byName)
    return { current: name, byName }
  })
  terminal.stderr.write(`Commands use the profile ${name} now.\n`)
  return ''
}
