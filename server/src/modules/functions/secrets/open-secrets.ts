import type { Deps } from '../deps.ts'
import { openSecret } from './sealed-secret.ts'
import { secretStore } from './secret-store.ts'

/** The secrets of an app as they are, by name. */
export async function openSecrets(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  appId: string,
): Promise<Record<string, string>> {
  const rows = await secretStore(db).list(appId)
  return Object.fromEntries(rows.map(({ id, name, value }) => [name, openSecret(secrets, id, value)]))
}
