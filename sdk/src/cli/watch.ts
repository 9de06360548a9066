import { createClient } from '../client.ts'
import { ApiError } from '../errors.ts'
import { explain } from './explain.ts'
import type { Typed } from './own-commands.ts'
import { visible } from './print.ts'

/** `atrium records watch`: a line for each change of a record, until it is interrupted. */
export async function watch({ terminal, connection, words }: Typed): Promise<string> {
  const [app_id = '', entity_name = ''] = words
  const { stdout, stderr } = terminal
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  terminal.onInterrupt?.(resolve)
  // The reader of our pipe left, as `head` does.
  stdout.on?.('error', resolve)
  let isConnected = false
  const stop = createClient({ ...connection, app_id })
    .entity(entity_name)
    .subscribe((event) => stdout.write(`${JSON.stringify(event)}\n`), {
      onConnect() {
        stderr.write(
          `${isConnected ? 'Connected again' : `Watching ${visible(entity_name)}`}; Ctrl+C ends it.\n`,
        )
        isConnected = true
      },
      onError(error) {
        // Before the first connection it is probably the address that is wrong; later it is the network.
        if (error instanceof ApiError || !isConnected) return reject(error)
        stderr.write(`${visible(explain(error))}\n`)
      },
    })
  try {
    await ended
  } finally {
    stop()
  }
  return ''
}
