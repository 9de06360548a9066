import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { operate } from '../../operate.ts'
import type { Log } from '../../platform/log.ts'

/** Runs a command of the operator on a database, with this text as its standard input. */
export async function runOperator(
  on: { data_dir: string; database_url: string },
  argv: readonly string[],
  input = '',
  format: 'json' | 'table' = 'table',
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const [output, said] = [text(stdout), text(stderr)]
  const messages: string[] = []
  const note = (_fields: object, message: string) => messages.push(message)
  const log: Log = { debug: () => {}, info: note, warn: note, error: note, child: () => log }
  const config = { ...on, secret_key: 'a key for tests only' }
  const stdin = Readable.from([Buffer.from(input)])
  const code = await operate(argv, { config, log, stdout, stderr, stdin, format })
  stdout.end()
  stderr.end()
  const shown = messages.filter((one) => !one.endsWith('has no owner'))
  return { code, output: await output, said: await said, messages: shown }
}
