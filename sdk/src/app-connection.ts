import type { ClientOptions } from './client-options.ts'

/** What the parts of an app's client need to reach it. */
export interface AppConnection {
  app_id: string
  baseUrl: string
  fetch: typeof globalThis.fetch
  /** As they are at the moment: the credential may change. */
  options: ClientOptions
  token(): string | undefined
  setToken(token: string | undefined): void
}
