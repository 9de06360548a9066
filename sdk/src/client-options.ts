import type { SessionStorage } from './kept-session.ts'

export interface ClientOptions {
  /** Where the server is, as in `https://atrium.example.com`; empty in a browser for the page's own origin. */
  baseUrl: string
  /** A personal access token, a workspace key or a session's token. Without one a browser sends its cookie. */
  token?: string | undefined
  /** A key sent in the older `api_key` header. */
  api_key?: string | undefined
  /** The workspace to act on, for every operation that takes `workspaceId` and is not given one. */
  workspace_id?: string | undefined
  /** The app whose entities, users and integrations the client reaches: `client.entities.Task`. */
  app_id?: string | undefined
  /**
   * With an `app_id`: keeps the session of the person who signs in across reloads, in `localStorage` or what is given.
   * Every script of the page can read it there, so leave it out where you do not trust all of them.
   */
  session?: 'local' | SessionStorage | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** How often a call that may be repeated is tried again; 2 when left out. */
  retries?: number | undefined
}
