import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createClient } from '../client.ts'
import { APP_FLAG, appOf } from './app-flag.ts'
import { declareEntities } from './entity-declarations.ts'
import { flag } from './flags.ts'
import type { Typed } from './own-command.ts'
import { visible } from './print.ts'

const OUT_FLAG = flag('out', { type: 'string', description: 'The file to write; else it is shown' })

export const TYPES_FLAGS = [APP_FLAG, OUT_FLAG]

/** `atrium types`: declarations of an app's entities, into a file or shown. */
export async function writeTypes(typed: Typed): Promise<string> {
  const { connection, values, terminal } = typed
  const app_id = appOf(typed, 'types --app <text> [--out <text>]')
  const { entityNameToSchema } = await createClient(connection).schemas.list({ app_id })
  const text = declareEntities(entityNameToSchema, app_id)
  const file = values.get(OUT_FLAG)
  if (file === undefined) return text
  await mkdir(dirname(String(file)), { recursive: true })
  await writeFile(String(file), text)
  const count = Object.keys(entityNameToSchema).length
  terminal.stderr.write(
    `Wrote the types of ${count} ${count === 1 ? 'entity' : 'entities'} to ${visible(String(file))}.\n`,
  )
  return ''
}
