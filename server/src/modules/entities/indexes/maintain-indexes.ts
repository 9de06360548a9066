import type { Db } from '../../../platform/database/db.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import { askForBuild } from './build-indexes.ts'
import { declaredIndexes } from './entity-indexes.ts'
import { indexStore } from './index-store.ts'

export const MAX_INDEXES_PER_APP = 50
export const MAX_INDEXES_IN_ALL = 100

/** With a change of schemas, in its transaction: what they declare is wanted from now on, and will be built. */
export async function maintainIndexes(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Db,
  appId: string,
  changed: readonly EntitySchema[],
  deleted: readonly string[],
): Promise<void> {
  const store = indexStore(tx)
  const now = clock.now()
  let isWork = false
  let isMore = false
  for (const schema of changed) {
    const indexes = declaredIndexes(appId, schema)
    if (indexes.length > 0) isMore = true
    if (await store.declare(appId, schema.name, indexes, now)) isWork = true
  }
  for (const name of deleted) if (await store.declare(appId, name, [], now)) isWork = true
  if (!isWork) return
  if (isMore) await refuseTooMany(store, appId)
  await askForBuild({ jobs }, tx)
}

/** Every index costs all writes to records a little, no matter who declares it. */
async function refuseTooMany(store: ReturnType<typeof indexStore>, appId: string): Promise<void> {
  const { app, all } = await store.counts(appId)
  const refusal = (whose: string) => invalid(['body'], 'value_error', `Value error, ${whose} indexes`)
  if (app > MAX_INDEXES_PER_APP) throw refusal(`the entities of an app have at most ${MAX_INDEXES_PER_APP}`)
  if (all > MAX_INDEXES_IN_ALL) throw refusal(`this installation has no room for more`)
}
