/** Where the session of an app's user is kept across reloads, for those who choose so (G602). */

/** As `localStorage` and `sessionStorage` are; anything with these three will do. */
export interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface KeptSession {
  read(): string | undefined
  write(token: string | undefined): void
  /** Only while it is this one: another tab may have signed in since. */
  remove(token: string): void
}

export function keepSession(
  chosen: 'local' | SessionStorage,
  { baseUrl, app_id }: { baseUrl: string; app_id: string },
): KeptSession {
  const key = `atrium:${baseUrl.replace(/\/+$/, '')}:${app_id}`
  /** A browser that keeps nothing for a page throws at any of these; the session then ends with the page. */
  const tried = <T>(work: (storage: SessionStorage) => T): T | undefined => {
    try {
      const storage = chosen === 'local' ? globalThis.localStorage : chosen
      return storage ? work(storage) : undefined
    } catch {
      return undefined
    }
  }
  return {
    read: () => tried((storage) => storage.getItem(key)) ?? undefined,
    write: (token) =>
      tried((storage) => (token === undefined ? storage.removeItem(key) : storage.setItem(key, token))),
    remove: (token) => tried((storage) => storage.getItem(key) === token && storage.removeItem(key)),
  }
}
