/** A command of the operator in our own process, which has the code already. */
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runOperator } from '../src/operate/program.ts'

export async function runCommand(settings: Record<string, string>, ...argv: string[]) {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const [stdout, stderr] = [text(out), text(err)]
  const on = { stdout: out, stderr: err, stdin: Readable.from([]), format: 'json' as const }
  const code = await runOperator(argv, { ...on, env: settings })
  out.end()
  err.end()
  const said = { stdout: await stdout, stderr: await stderr }
  return { code, ...said, result: () => JSON.parse(said.stdout) }
}
