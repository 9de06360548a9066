import type { FlowStep } from '@atrium/contract/flow-steps'
import { tolerate } from '../../../../platform/tolerate.ts'
import type { Deps } from '../../deps.ts'
import type { TestRunRow } from '../../tables.ts'
import { earlierRunStore } from './earlier-run-store.ts'
import { changeOfPage } from './page-change.ts'
import type { PageChange } from './reported-ending.ts'

/** How the page at a step that failed differs from the one in the last run that passed; null where that is not known. */
export async function findPageChange(
  { db, log, fileStorage }: Pick<Deps, 'db' | 'log' | 'fileStorage'>,
  run: Pick<TestRunRow, 'id' | 'app_id' | 'flow_id'>,
  step: Pick<FlowStep, 'id' | 'kind'>,
  after: string | null,
): Promise<PageChange | null> {
  if (after === null) return null
  const key = await earlierRunStore(db).findGoodSnapshot(run, step)
  if (key === null) return null
  const before = await tolerate(
    log,
    'the page of an earlier run was not read',
    textOf(fileStorage.read(key)),
    null,
  )
  return before === null ? null : changeOfPage(step.id, before, after)
}

/** Snapshots are bounded when they are stored. */
async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
