/** `atrium functions serve`: a function on this machine. What runs it is the server's. */
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { APP_FLAG, textOf } from './app-flag.ts'
import type { Connection } from './connection.ts'
import { flag } from './flags.ts'
import { untilInterrupted } from './following.ts'
import { belongs, readFunctionFolder } from './function-folder.ts'
import type { Typed } from './own-command.ts'
import { visible } from './print.ts'
import { type ApiRequest, type ApiResponse, serverMissing } from './server-program.ts'
import { lineOf } from './show-logs.ts'
import { UsageError } from './usage.ts'

const PORT_FLAG = flag('port', {
  type: 'integer',
  description: 'Where it listens on this machine; 0 takes any free one',
  default: 8789,
})
const ENV_FLAG = flag('env', {
  type: 'string',
  description: 'A file with what it finds in its environment in place of secrets, a NAME=value a line',
})
const ENTRY_FLAG = flag('entry', { type: 'string', description: 'The file that it begins with' })
export const SERVE_FLAGS = [PORT_FLAG, ENV_FLAG, ENTRY_FLAG, APP_FLAG]
const NO_APP = 'app_local'

/** Serves until it is interrupted. */
export async function serveFunction({ terminal, connection, words, values }: Typed): Promise<string> {
  const [folder = ''] = words
  const interrupted = untilInterrupted(terminal)
  const app_id = textOf(values, APP_FLAG) ?? terminal.env.ATRIUM_APP
  const envFile = textOf(values, ENV_FLAG)
  const say = (sentence: string) => terminal.stderr.write(`${visible(sentence)}\n`)
  // What is typed wrongly is said before anything starts.
  const { name } = await readFunctionFolder(folder, textOf(values, ENTRY_FLAG))
  await environmentIn(envFile)
  const server = await terminal.server?.()
  if (!server) throw serverMissing(['functions', 'serve'])

  const served = await server.serveFolder(
    {
      folder,
      name,
      app_id: app_id ?? NO_APP,
      port: Number(values.get(PORT_FLAG) ?? PORT_FLAG.schema.default),
      matters: (path) =>
        belongs(path) || (envFile !== undefined && relative(resolve(folder), resolve(envFile)) === path),
      read: async () => {
        const { entry, files } = await readFunctionFolder(folder, textOf(values, ENTRY_FLAG))
        return { entry, files, environment: await environmentIn(envFile) }
      },
      callApi: (request) => callApi(request, app_id, connection),
      onLog: ({ time, level, message }) =>
        terminal.stdout.write(lineOf({ id: '', time: time.toISOString(), level, message }, terminal)),
      say,
    },
    terminal,
  )
  say(`Serving ${name} at ${served.url}; Ctrl+C ends it.`)
  try {
    await interrupted
  } finally {
    await served.close()
  }
  return ''
}

async function environmentIn(file: string | undefined): Promise<Record<string, string>> {
  if (file === undefined) return {}
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new UsageError(`There is no file ${file}.`)
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? '']))
}

/** What only the server may say, and what belongs to the connection. */
const NOT_SENT =
  /^(host|connection|content-length|transfer-encoding|authorization|x-atrium-.*|x-bypass-rls)$/i

/** The API of the app, as the person at the terminal; as the service, past the rules of the app. */
async function callApi(
  { as, method, path, headers, body }: ApiRequest,
  app_id: string | undefined,
  { baseUrl, token }: Connection,
): Promise<ApiResponse> {
  if (app_id === undefined)
    return refusal(400, 'The function asks the API of its app: name the app with --app.')
  const kept = Object.entries(headers).filter(([name]) => !NOT_SENT.test(name))
  try {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        ...Object.fromEntries(kept),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(as === 'service' && { 'x-bypass-rls': 'true' }),
      },
      body: body === null ? null : new Uint8Array(body),
    })
    // It was unpacked on its way here.
    const passed = [...answer.headers].filter(([name]) => !/^(content-encoding|content-length)$/.test(name))
    return {
      status: answer.status,
      headers: Object.fromEntries(passed),
      body: Buffer.from(await answer.arrayBuffer()),
    }
  } catch {
    return refusal(502, `${baseUrl} does not answer.`)
  }
}

function refusal(status: number, message: string): ApiResponse {
  const body = Buffer.from(JSON.stringify({ code: 'not_served', message, detail: message }))
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}
