import { createClient } from '../client.ts'
import { ApiError } from '../errors.ts'
import { explain } from './explain.ts'
import { untilInterrupted } from './following.ts'
import type { Typed } from './own-command.ts'
import { jsonLine, visible } from './print.ts'

/** `atrium records watch`: a line for each change of a record, until it is interrupted. */
export async function watch({ terminal, connection, words }: Typed): Promise<string> {
  const [app_id = '', entity_name = ''] = words
  const { stdout, stderr } = terminal
  const interrupted = untilInterrupted(terminal)
  let isConnected = false
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const stop = createClient({ ...connection, app_id })
    .entity(entity_name)
    .subscribe((event) => stdout.write(jsonLine(event)), {
      onConnect() {
        stderr.write(
          `${isConnected ? 'Connected again' : `Watching ${visible(entity_name)}`}; Ctrl+C ends it.\n`,
        )
        isConnected = true
      },
      onError(error) {
        // Before the first connection it is probably the address that is wrong; later it is the network.
        if (error instanceof ApiError || !isConnected) return fail(error)
        stderr.write(`${visible(explain(error))}\n`)
      },
    })
  try {
    await Promise.race([interrupted, failed])
  } finally {
    stop()
  }
  return ''
}
