import { createClient } from '../client.ts'
import { ApiError, type FieldError } from '../errors.ts'
import { APP_FLAG, appOf, textOf } from './app-flag.ts'
import { flag } from './flags.ts'
import { type FunctionFolder, readFunctionFolder, SETTINGS_FILE } from './function-folder.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'

const NAME_FLAG = flag('name', {
  type: 'string',
  description: 'The name of the function; else that of the folder',
})
const ENTRY_FLAG = flag('entry', {
  type: 'string',
  description: `The file that it begins with; else that of ${SETTINGS_FILE}, index.ts or main.ts`,
})

export const DEPLOY_FUNCTION_FLAGS = [APP_FLAG, NAME_FLAG, ENTRY_FLAG]

/** `atrium functions deploy`: the files of a folder, as one function. */
export async function deployFunction(typed: Typed): Promise<string> {
  const { words, values } = typed
  const app_id = appOf(typed, 'functions deploy <folder> --app <text> [--name <text>]')
  const read = await readFunctionFolder(words[0] ?? '', textOf(values, ENTRY_FLAG))
  const sent = await sendFunction(typed, app_id, { ...read, name: textOf(values, NAME_FLAG) ?? read.name })
  return typed.format === 'json' ? asJson(sent) : `${visible(outcomeOf(sent, read))}\n`
}

export interface SentFunction {
  name: string
  status: 'deployed' | 'unchanged'
  deployment_id: string
}

/** What keeps it from being built goes to stderr. */
export async function sendFunction(
  { connection, terminal }: Pick<Typed, 'connection' | 'terminal'>,
  app_id: string,
  { name, ...body }: FunctionFolder,
): Promise<SentFunction> {
  try {
    const { status, deployment_id } = await createClient(connection).functions.deploy({ app_id, name }, body)
    return { name, status, deployment_id }
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields.length === 0) throw error
    // A line for each problem, with its place first: editors and terminals open that.
    for (const row of error.fields) terminal.stderr.write(`${visible(placed(row, body.files))}\n`)
    throw new Error(`${name} was not deployed. (${error.request_id})`, { cause: error })
  }
}

/** A sentence for people. */
export function outcomeOf(
  { name, status, deployment_id }: SentFunction,
  { files }: Pick<FunctionFolder, 'files'>,
): string {
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
  return status === 'deployed'
    ? `Deployed ${name} (${count}, ${deployment_id}).`
    : `${name} is like this already (${deployment_id}).`
}

function placed({ loc, msg }: FieldError, files: FunctionFolder['files']): string {
  if (files.some(({ path }) => msg.startsWith(`${path}:`))) return msg
  const [, part, at] = loc
  const path = part === 'files' && typeof at === 'number' ? files[at]?.path : undefined
  return path === undefined ? `${loc.slice(1).join('.')}: ${msg}` : `${path}: ${msg}`
}
