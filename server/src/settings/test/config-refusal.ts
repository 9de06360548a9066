import { expect } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'

/** What is said of settings that are refused. */
export function configRefusal(env: Record<string, string>): string {
  try {
    readConfig(env)
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}
