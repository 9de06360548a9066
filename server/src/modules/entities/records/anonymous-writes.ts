import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { Values } from '../values/values.ts'
import type { EntityAccess } from './access-entity.ts'
import { bytesAsJson } from './record-size.ts'

/** Counts what is about to be written, outside of any transaction; `times`: in so many records. */
export async function takeShare(
  { anonymousShare }: Pick<Deps, 'anonymousShare'>,
  caller: Caller,
  { app }: EntityAccess,
  values: readonly Values[],
  { records, times = 1 }: { records: number; times?: number },
): Promise<void> {
  if (caller.kind !== 'none') return
  await anonymousShare.take(caller.address, app.id, records, bytesAsJson(values) * times)
}
