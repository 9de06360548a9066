import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { on } from '../../platform/events.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { fileStore } from './store.ts'
import { storageKey } from './store-file.ts'

/** Much longer than a file can take to arrive. */
const ARRIVAL_MS = 60 * 60 * 1000
const BATCH = 100
const AT_ONCE = 10

/** Removes the bytes of deleted files, and of those that never arrived whole; then their rows. */
export const removeFiles = job('integrations.remove_files', {
  payload: Type.Object({}),
  retry: [30, 300, 1800],
  async run({ db, clock, fileStorage }: Deps, _payload, { signal }) {
    const store = fileStore(db)
    const begunBefore = new Date(clock.now().getTime() - ARRIVAL_MS)
    for (;;) {
      const files = await store.toRemove(begunBefore, BATCH)
      for (let at = 0; at < files.length; at += AT_ONCE) {
        signal.throwIfAborted()
        const some = files.slice(at, at + AT_ONCE)
        await Promise.all(some.map((file) => fileStorage.delete(storageKey(file))))
        await store.remove(some.map(({ id }) => id))
      }
      if (files.length < BATCH) return
    }
  },
})

/** The files of a deleted app go with it. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'integrations.forget_app', {
  retry: [5, 60, 600],
  async run({ db, jobs }, { app_id }) {
    await transaction(db, async (tx) => {
      await fileStore(tx).markDeletedOf(app_id)
      await jobs.send(tx, removeFiles, {})
    })
  },
})
