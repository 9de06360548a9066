import type { Form } from '../file-store.ts'

/** Contents of files in memory, up to so many bytes; the one that was not asked for longest is evicted first. */
export interface ContentCache {
  get(hash: string, form: Form, read: () => Promise<Buffer | null>): Promise<Buffer | null> | Buffer
  /** For tests: how many bytes are held. */
  bytes(): number
}

export function createContentCache(mostBytes: number): ContentCache {
  const held = new Map<string, Buffer>()
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  const hold = (key: string, content: Buffer) => {
    if (content.length > mostBytes || held.has(key)) return
    held.set(key, content)
    bytes += content.length
    for (const [oldest, evicted] of held) {
      if (bytes <= mostBytes) return
      held.delete(oldest)
      bytes -= evicted.length
    }
  }

  return {
    get(hash, form, read) {
      const key = `${hash} ${form}`
      const known = held.get(key)
      if (known) {
        held.delete(key) // so that it comes last again
        held.set(key, known)
        return known
      }
      // Those who ask at once for the same wait for one reading.
      const running = reading.get(key)
      if (running) return running
      const started = read()
        .then((content) => {
          if (content) hold(key, content)
          return content
        })
        .finally(() => reading.delete(key))
      reading.set(key, started)
      return started
    },
    bytes: () => bytes,
  }
}
