import type { Overrides } from '../src/app.ts'
import type { Config } from '../src/settings/config.ts'
import { createTestApp, type TestApp } from './app.ts'
import { useStarted } from './use-started.ts'

/** The server of a test file; as a function, its settings may name what the file has started before. */
export function useApp(
  config: Partial<Config> | (() => Partial<Config>) = {},
  overrides: Overrides = {},
): TestApp {
  return useStarted(() => createTestApp(typeof config === 'function' ? config() : config, overrides))
}
