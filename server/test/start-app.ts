import { onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'

/** A server of one test, stopped when the test ends. */
export async function startApp(...settings: Parameters<typeof createTestApp>): Promise<TestApp> {
  const app = await createTestApp(...settings)
  onTestFinished(() => app.stop())
  return app
}
