import { afterAll, beforeAll } from 'vitest'

/** What a test file starts: there before its tests and its own `beforeAll`, gone after them. */
export function useStarted<Started extends { stop(): unknown } | { close(): unknown }>(
  start: () => Promise<Started>,
): Started {
  let started: Started | undefined
  const made = useMade(async () => {
    started = await start()
    return started
  })
  afterAll(() => started && ('stop' in started ? started.stop() : started.close()))
  return made
}

/** What a test file makes before its tests, or before each one with `beforeEach`. */
export function useMade<Made extends object>(
  make: () => Promise<Made>,
  before: (hook: () => Promise<void>) => void = beforeAll,
): Made {
  let made: Made | undefined
  before(async () => {
    made = await make()
  })
  const get = () => {
    if (made) return made
    throw new Error('It is there from the first test on; use it inside tests and hooks.')
  }
  return new Proxy({} as Made, {
    get: (_, name) => Reflect.get(get(), name),
    set: (_, name, value) => Reflect.set(get(), name, value),
    has: (_, name) => Reflect.has(get(), name),
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor: (_, name) => Object.getOwnPropertyDescriptor({ ...get() }, name),
  })
}
