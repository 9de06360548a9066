import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createClient } from '../client.ts'
import { declareEntities } from './entity-declarations.ts'
import { flag } from './flags.ts'
import type { Typed } from './own-commands.ts'
import { UsageError } from './usage.ts'

const APP_FLAG = flag('app', { type: 'string', description: 'The id of the app; else ATRIUM_APP' })
const OUT_FLAG = flag('out', { type: 'string', description: 'The file to write; else it is shown' })

export const TYPES_FLAGS = [APP_FLAG, OUT_FLAG]

/** `atrium types`: declarations of an app's entities, into a file or shown. */
export async function writeTypes({ terminal, connection, values }: Typed): Promise<string> {
  const app_id = String(values.get(APP_FLAG) ?? terminal.env.ATRIUM_APP ?? '')
  if (app_id === '') throw new UsageError('--app is missing. Usage: atrium types --app <text> [--out <text>]')
  const { entityNameToSchema } = await createClient(connection).schemas.list({ app_id })
  const text = declareEntities(entityNameToSchema, app_id)
  const file = values.get(OUT_FLAG)
  if (file === undefined) return text
  await mkdir(dirname(String(file)), { recursive: true })
  await writeFile(String(file), text)
  const count = Object.keys(entityNameToSchema).length
  return `Wrote the types of ${count} ${count === 1 ? 'entity' : 'entities'} to ${file}.\n`
}
