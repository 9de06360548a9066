import { Type } from 'typebox'
import type { Db } from '../database/db.ts'
import { job } from '../jobs/job.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { KEY_CHECK } from './key-check.ts'
import { type SealedColumn, type SealedText, sealedTexts } from './sealed-texts.ts'

interface Deps {
  db: Db
  log: Log
  secrets: Secrets
  /** A text that moves from one column to another must find the other one behind its own. */
  sealed: readonly SealedColumn[]
}

const BATCH = 500

/** Encrypts with the first key what another one encrypted; then that one can be taken out of SECRET_KEY. */
export const reseal = job('platform.reseal', {
  payload: Type.Object({}),
  retry: [60, 600],
  timeoutSeconds: 3600, // a million texts
  async run(deps: Deps, _payload, { signal }) {
    for (const column of deps.sealed) await sealColumn(deps, column, signal)
    // Last: with it, the start lets the old key go.
    const renewed = await sealColumn(deps, KEY_CHECK, signal)
    if (renewed > 0) {
      deps.log.info({}, 'everything is encrypted with the first key of SECRET_KEY, it can stand there alone')
    }
  },
})

/** Row by row, each on its own: rows that are locked together could block those who lock them in another order. */
async function sealColumn(
  { db, log, secrets }: Deps,
  column: SealedColumn,
  signal: AbortSignal,
): Promise<number> {
  const texts = sealedTexts(db, column)
  const [firstKeyId] = secrets.keyIds
  let [renewed, unreadable, after] = [0, 0, '']
  for (;;) {
    const batch = await texts.findOthers(firstKeyId, after, BATCH)
    for (const old of batch) {
      signal.throwIfAborted()
      const sealed = sealOne(secrets, column, old)
      if (sealed === null) unreadable++
      else if (await texts.replace(old, sealed)) renewed++
    }
    const last = batch.at(-1)
    if (!last) break
    after = last.id
  }
  const { table, column: name } = column
  if (renewed > 0) log.info({ table, column: name, renewed }, 'encrypted again with the first key')
  if (unreadable > 0) {
    log.warn({ table, column: name, unreadable }, 'no key of SECRET_KEY opens these; add the one that does')
  }
  return renewed
}

function sealOne(secrets: Secrets, { purpose }: SealedColumn, { id, sealed }: SealedText): string | null {
  let plain: string
  try {
    plain = secrets.decrypt(purpose(id), sealed)
  } catch {
    return null // it is counted, and must not keep the others from being renewed
  }
  return secrets.encrypt(purpose(id), plain)
}
