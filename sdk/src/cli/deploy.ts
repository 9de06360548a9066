import { join } from 'node:path'
import { createClient } from '../client.ts'
import { outcomeOf, type SentFunction, sendFunction } from './deploy-function.ts'
import { flag } from './flags.ts'
import { readFunctionFolders } from './function-folder.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { FUNCTIONS_FOLDER, readSiteFiles } from './site-files.ts'
import { UsageError } from './usage.ts'

const APP_FLAG = flag('app', { type: 'string', description: 'The id of the app; else ATRIUM_APP' })
const MESSAGE_FLAG = flag('message', {
  type: 'string',
  description: 'What is new, for the list of revisions',
})

export const DEPLOY_FLAGS = [APP_FLAG, MESSAGE_FLAG]

/** For a site of the largest size over a slow line. */
const TIMEOUT_MS = 600_000

/** `atrium deploy`: deploys the functions of a folder, publishes its files, and says on stderr how far it is. */
export async function deploy({ terminal, connection, words, values, format }: Typed): Promise<string> {
  const [folder = ''] = words
  const app_id = String(values.get(APP_FLAG) ?? terminal.env.ATRIUM_APP ?? '')
  if (app_id === '') throw new UsageError('--app is missing. Usage: atrium deploy <folder> --app <text>')
  const say = (line: string) => terminal.stderr.write(`${visible(line)}\n`)
  const { files, bytes } = await readSiteFiles(folder)
  const read = await readFunctionFolders(join(folder, FUNCTIONS_FOLDER))
  say(`Read ${files.length} ${files.length === 1 ? 'file' : 'files'} of ${folder}, ${readable(bytes)}.`)
  // Before the pages that call them; one that cannot be built leaves the site as it is.
  const functions: SentFunction[] = []
  for (const each of read) {
    say(`Building ${each.name} …`)
    const sent = await sendFunction({ terminal, connection }, app_id, each)
    say(outcomeOf(sent, each))
    functions.push(sent)
  }
  say('Sending and compressing …')
  const message = values.get(MESSAGE_FLAG)
  const published = await createClient(connection).site.publish(
    { app_id },
    { files, ...(message !== undefined && { message: String(message) }) },
    // Sending the same again changes nothing, but takes long.
    { timeoutMs: TIMEOUT_MS },
  )
  const { status, number, url } = published
  say(
    status === 'unchanged'
      ? `Nothing has changed: revision ${number} has exactly these files.`
      : `Revision ${number} is live.`,
  )
  return format === 'json' ? asJson({ ...published, functions }) : `${visible(url)}\n`
}

function readable(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
