/** The workflow of a secret address. Those that are asked for while a read is under way come by one statement. */
import { timingSafeEqual } from 'node:crypto'
import { batched } from '../../../platform/batch.ts'
import type { Db } from '../../../platform/database/db.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import { type StartedWorkflow, triggerStore } from './trigger-store.ts'

/** Returns null when there is none, or it is inactive. */
export function findByHook(db: Db, token: string): Promise<StartedWorkflow | null> {
  const read = readers.get(db) ?? reader(db)
  readers.set(db, read)
  return read(hashSecret(token))
}

const readers = new WeakMap<Db, (hash: Buffer) => Promise<StartedWorkflow | null>>()
const MOST_TOGETHER = 100

function reader(db: Db) {
  return batched<Buffer, StartedWorkflow | null>({
    most: MOST_TOGETHER,
    async send(hashes) {
      const found = await triggerStore(db).listByHooks(hashes)
      return hashes.map((hash) => found.find(({ hook_hash }) => timingSafeEqual(hook_hash, hash)) ?? null)
    },
  })
}
