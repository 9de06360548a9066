// `npm run atrium -- functions serve FOLDER`: a function on this machine. Here and not in the SDK, because it needs the
// runtime of the server.
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { APP_FLAG, textOf } from '../sdk/src/cli/app-flag.ts'
import { CONNECTION_FLAGS, type Connection, connectionOf } from '../sdk/src/cli/connection.ts'
import { flag, readArguments } from '../sdk/src/cli/flags.ts'
import { belongs, readFunctionFolder } from '../sdk/src/cli/function-folder.ts'
import { visible } from '../sdk/src/cli/print.ts'
import { lineOf } from '../sdk/src/cli/show-logs.ts'
import type { Terminal } from '../sdk/src/cli/terminal.ts'
import { UsageError } from '../sdk/src/cli/usage.ts'
import { serveFunction } from '../server/src/operate/serve-function.ts'
import type { Log } from '../server/src/platform/log.ts'
import type { ApiRequest, ApiResponse } from '../server/src/ports/function-runtime/port.ts'
import type { Config } from '../server/src/settings/config.ts'

const PORT_FLAG = flag('port', { type: 'integer' })
const ENV_FLAG = flag('env', { type: 'string' })
const ENTRY_FLAG = flag('entry', { type: 'string' })
const FLAGS = [PORT_FLAG, ENV_FLAG, ENTRY_FLAG, APP_FLAG, ...CONNECTION_FLAGS]
const DEFAULT_PORT = 8789
const NO_APP = 'app_local'

export const serveHelp = `Usage: npm run atrium -- functions serve FOLDER [flags]

Runs the function in a folder on this machine as the server would: in Deno, with the same limits and the same guard
for what it calls. It is built again when a file changes; what it writes to its console is shown.

  --port N      Where it listens on this machine; ${DEFAULT_PORT}, and 0 takes any free one
  --env FILE    What it finds in its environment in place of secrets, a NAME=value a line
  --entry FILE  The file that it begins with
  --app ID      The app whose API it reaches, with your own credential; else ATRIUM_APP
  --url, --token  Of the server with that app, as for all other commands
`

/** Serves until it is interrupted. */
export async function serve(
  argv: readonly string[],
  { terminal, config, log }: { terminal: Terminal; config: Config; log: Log },
): Promise<void> {
  const { words, values } = readArguments(argv, FLAGS)
  const [, , folder, extra] = words
  if (folder === undefined || extra !== undefined) throw new UsageError(serveHelp.split('\n')[0] ?? '')
  const interrupted = new Promise<void>((stop) => terminal.onInterrupt?.(stop))
  const app_id = textOf(values, APP_FLAG) ?? terminal.env.ATRIUM_APP
  const connection = await connectionOf(values, terminal)
  const envFile = textOf(values, ENV_FLAG)
  const say = (sentence: string) => terminal.stderr.write(`${visible(sentence)}\n`)
  // What is typed wrongly is said before anything starts.
  const { name } = await readFunctionFolder(folder, textOf(values, ENTRY_FLAG))
  await environmentIn(envFile)

  const served = await serveFunction({
    config,
    log,
    folder,
    name,
    app_id: app_id ?? NO_APP,
    port: Number(values.get(PORT_FLAG) ?? DEFAULT_PORT),
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
  })
  say(`Serving ${name} at ${served.url}; Ctrl+C ends it.`)
  await interrupted
  await served.close()
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
