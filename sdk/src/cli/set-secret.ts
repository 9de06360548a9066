import { createClient } from '../client.ts'
import { APP_FLAG, appOf } from './app-flag.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { askSecret } from './terminal.ts'
import { UsageError } from './usage.ts'

export const SECRET_FLAGS = [APP_FLAG]

/** `atrium secrets set`: the value is typed unseen or comes from a pipe; others can see a command line. */
export async function setSecret(typed: Typed): Promise<string> {
  const { words, connection, terminal } = typed
  const [name = ''] = words
  const app_id = appOf(typed, 'secrets set <name> --app <text>')
  if (name.includes('='))
    throw new UsageError('The value is not part of the command, which others can see; it is asked for.')
  const value = await askSecret(terminal, `Value of ${name}: `)
  if (value === '') throw new UsageError('The value is empty; nothing was set.')
  await createClient(connection).secrets.set({ app_id }, { [name]: value })
  terminal.stderr.write(`Set ${visible(name)}; functions see it from their next call on.\n`)
  return typed.format === 'json' ? asJson({ name }) : ''
}
