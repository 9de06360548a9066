import { afterAll, beforeAll } from 'vitest'

/** What a test file starts: there before its tests and its own `beforeAll`, gone after them. */
export function useStarted<Started extends { stop(): unknown } | { close(): unknown }>(
  start: () => Promise<Started>,
): Started {
  let started: Started | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started && ('stop' in started ? started.stop() : started.close()))
  const get = () => {
    if (started) return started
    throw new Error('It starts with the first test; use it inside tests and hooks.')
  }
  return new Proxy({} as Started, {
    get: (_, name) => Reflect.get(get(), name),
    has: (_, name) => Reflect.has(get(), name),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor: (_, name) => Object.getOwnPropertyDescriptor({ ...get() }, name),
  })
}
