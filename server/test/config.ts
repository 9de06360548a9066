import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../src/settings/config.ts'

/** The settings of a server under test: any free port, silent, its own key. */
export function testConfig(changes: Partial<Config> & { database_url: string }): Config {
  const defaults = readConfig({
    DATABASE_URL: changes.database_url,
    SECRET_KEY: 'a key that only tests use',
    PORT: '0',
  })
  return {
    ...defaults,
    log_level: process.env.TEST_LOG === 'on' ? 'info' : 'silent',
    role: 'api',
    data_dir: join(tmpdir(), `atrium-test-files-${process.pid}`),
    ...changes,
  }
}
