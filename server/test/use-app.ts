import { afterAll, beforeAll } from 'vitest'
import type { Overrides } from '../src/app.ts'
import type { Config } from '../src/settings/config.ts'
import { createTestApp, type TestApp } from './app.ts'

/** The server of a test file: there before its tests and its own `beforeAll`, gone after them. */
export function useApp(config: Partial<Config> = {}, overrides: Overrides = {}): TestApp {
  let app: TestApp | undefined
  beforeAll(async () => {
    app = await createTestApp(config, overrides)
  })
  afterAll(() => app?.stop())
  return new Proxy({} as TestApp, {
    get(_, name) {
      if (!app) throw new Error('The server starts with the first test; use it inside tests and hooks.')
      return Reflect.get(app, name)
    },
  })
}
