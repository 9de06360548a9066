import type { Writable } from 'node:stream'
import type { Log } from '../platform/log.ts'
import { visible } from './command.ts'

/** A log for the person at the terminal: standard output belongs to the results. */
export function createMessages(stderr: Pick<Writable, 'write'>, showsDetails: boolean): Log {
  const say = (fields: object, message: string) => {
    const { err, ...details } = fields as { err?: Error }
    const more = Object.values(details).join(', ')
    const lines = `${message}${more && ` (${more})`}`.split('\n').map(visible)
    stderr.write(`atrium: ${lines.join('\n')}${showsDetails && err ? `\n${err.stack}` : ''}\n`)
  }
  const quiet = () => {}
  const log: Log = { debug: showsDetails ? say : quiet, info: say, warn: say, error: say, child: () => log }
  return log
}
