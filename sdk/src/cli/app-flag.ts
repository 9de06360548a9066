/** Which app a command is about. */
import { type Flag, flag } from './flags.ts'
import type { Typed } from './own-command.ts'
import { UsageError } from './usage.ts'

export const APP_FLAG = flag('app', { type: 'string', description: 'The id of the app; else ATRIUM_APP' })

export function appOf({ values, terminal }: Pick<Typed, 'values' | 'terminal'>, usage: string): string {
  const app_id = textOf(values, APP_FLAG) ?? terminal.env.ATRIUM_APP ?? ''
  if (app_id === '') throw new UsageError(`--app is missing. Usage: atrium ${usage}`)
  return app_id
}

export function textOf(values: ReadonlyMap<Flag, unknown>, wanted: Flag): string | undefined {
  const value = values.get(wanted)
  return value === undefined ? undefined : String(value)
}
