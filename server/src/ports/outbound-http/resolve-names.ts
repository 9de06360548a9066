import { lookup } from 'node:dns/promises'

/** All addresses of a name; rejects when there are none. The signal says that nobody waits any more. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * The machine's own way (hosts file, search domains). Each look-up holds one of libuv's few threads until it
 * ends, also when nobody waits any more: so only some run at once, and callers of the same name share one.
 */
export function createResolver(lookUp = systemLookUp): ResolveName {
  const running = new Map<string, Promise<string[]>>()

  function start(name: string): Promise<string[]> {
    const started = lookUp(name).finally(() => running.delete(name))
    running.set(name, started)
    return started
  }

  return async (name, signal) => {
    while (running.size >= LOOKUPS_AT_ONCE && !running.has(name)) {
      await Promise.race([...running.values()].map((one) => one.catch(() => {})))
      signal.throwIfAborted()
    }
    return running.get(name) ?? start(name)
  }
}

/** Of libuv's four, so that two remain for passwords and files. */
const LOOKUPS_AT_ONCE = 2

async function systemLookUp(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}
