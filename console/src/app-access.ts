/** What an app's own front end can do, for the pages that listen to it or call its functions. */
import { type Client, createClient } from '@atrium/sdk'

const apps = new Map<string, ReturnType<Client['app']>>()

/** A client of one app, whose records can be listened to; all that listen share its connection. */
export function appClient(app_id: string) {
  const known = apps.get(app_id)
  if (known) return known
  const made = createClient({ baseUrl: '', app_id })
  apps.set(app_id, made)
  return made
}
