/** `atrium connectors connect`: starts a connection and waits until it is approved. */
import { APPROVE_MINUTES } from '@atrium/contract/connectors'
import { createClient } from '../client.ts'
import { ConnectError } from '../connectors.ts'
import type { Connection } from '../resources.ts'
import { type Flag, flag } from './flags.ts'
import { endedBy, endOf } from './following.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { askSecret, readAllInput, type Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const SET_FLAG: Flag = {
  ...flag('set', {
    type: 'string',
    description: 'A field that the connector asks for, as name=value; once for each',
  }),
  is_repeated: true,
}
const SECRET_FLAG = flag('set_secret', {
  type: 'array',
  items: { type: 'string' },
  description: 'A secret field by its name; its value is asked for, or read from a pipe, a line for each',
})
const SCOPES_FLAG = flag('scopes', {
  type: 'array',
  items: { type: 'string' },
  description: 'Scopes to ask for; else the usual ones of the connector',
})
const FORCE_FLAG = flag('force_reconnect', {
  type: 'boolean',
  description: 'Take over a connection of somebody else, or approve again',
})

export const CONNECT_FLAGS = [SET_FLAG, SECRET_FLAG, SCOPES_FLAG, FORCE_FLAG]

export async function connectService(typed: Typed): Promise<string> {
  const { terminal, connection, words, values, format } = typed
  const [app_id = '', integration_type = ''] = words
  const secrets = (values.get(SECRET_FLAG) ?? []) as readonly string[]
  const connection_config = {
    ...readSet((values.get(SET_FLAG) ?? []) as readonly string[]),
    ...(await readSecrets(secrets, terminal)),
  }
  const scopes = values.get(SCOPES_FLAG) as readonly string[] | undefined
  const client = createClient({ ...connection, app_id })
  const end = endOf(terminal)
  try {
    const made = await client.connectors.connect(integration_type, {
      ...(Object.keys(connection_config).length > 0 && { connection_config }),
      ...(scopes && { scopes: [...scopes] }),
      ...(values.get(FORCE_FLAG) === true && { force_reconnect: true }),
      onApprove: (url) => showAddress(url, terminal),
      signal: end.signal,
    })
    return format === 'json' ? asJson(made) : `${lineOf(made)}\n`
  } catch (error) {
    if (end.signal.aborted)
      throw endedBy(
        end.signal,
        `No longer waiting; see atrium connectors status ${app_id} --integration-type ${integration_type}`,
      )
    if (error instanceof ConnectError && error.code === 'different_user')
      throw new Error(`${error.message} Add --force-reconnect to take it over.`)
    throw error
  }
}

function readSet(typed: readonly string[]): Record<string, string> {
  const pairs = typed.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new UsageError(`--set takes name=value, not "${text}".`)
    return [text.slice(0, at), text.slice(at + 1)] as const
  })
  return Object.fromEntries(pairs)
}

/** Typed unseen one after the other, or the lines of a pipe; others can see a command line. */
async function readSecrets(names: readonly string[], terminal: Terminal): Promise<Record<string, string>> {
  const wrong = names.find((name) => name.includes('='))
  if (wrong !== undefined)
    throw new UsageError(
      '--set-secret takes a name only; its value is asked for, as others can see a command.',
    )
  if (names.length === 0) return {}
  const values = terminal.stdin.isTTY ? await askAll(names, terminal) : await readLines(names, terminal)
  const empty = names.find((_, at) => !values[at])
  if (empty !== undefined) throw new UsageError(`The value of ${empty} is empty; nothing was connected.`)
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
}

async function askAll(names: readonly string[], terminal: Terminal): Promise<string[]> {
  const values: string[] = []
  for (const name of names) values.push(await askSecret(terminal, `Value of ${name}: `))
  return values
}

/** The last one takes all that is left, as a key in several lines does. */
async function readLines(names: readonly string[], terminal: Terminal): Promise<string[]> {
  const lines = (await readAllInput(terminal)).replace(/\r?\n$/, '').split(/\r?\n/)
  const last = names.length - 1
  return [...lines.slice(0, last), lines.slice(last).join('\n')]
}

function showAddress(url: string, { stderr }: Terminal): void {
  stderr.write(
    `Open this address, signed in to Atrium as yourself, and approve within ${APPROVE_MINUTES} minutes:\n`,
  )
  stderr.write(`${visible(url)}\n`)
}

function lineOf({ display_name, account_name, scopes }: Connection): string {
  const account = account_name === null ? '' : ` as ${visible(account_name)}`
  const granted = scopes.length > 0 ? ` with ${scopes.map(visible).join(', ')}` : ''
  return `Connected ${visible(display_name)}${account}${granted}.`
}
