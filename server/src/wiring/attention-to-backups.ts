import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { backupStore } from '../modules/backups/index.ts'
import type { Db } from '../platform/database/db.ts'
import { nextTime } from '../platform/time/cron.ts'
import { ofWorkspace } from './attention-words.ts'

const HOUR_MS = 60 * 60 * 1000

/** Only where backups are taken at all: that they are is the operator's to decide. */
export const backupTroubles = (db: Db, { place, cron }: { place: unknown; cron: string }): TroubleSource => ({
  kinds: ['backup_old'],
  need: 'admin',
  list: ofWorkspace(async ({ now }) => {
    if (place === null) return []
    const { completed_at, first_started_at } = await backupStore(db).age()
    const from = completed_at ?? first_started_at
    const since = from && overdueSince(cron, from)
    return since && since < now ? [troubleOf(completed_at, since)] : []
  }),
})

/** The second time at which one should have been taken; the first one may still be under way. */
export function overdueSince(cron: string, from: Date): Date | null {
  const first = nextTime(cron, undefined, from)
  const second = first && nextTime(cron, undefined, first)
  return second && new Date(second.getTime() + HOUR_MS)
}

function troubleOf(completedAt: Date | null, since: Date): Trouble {
  return {
    kind: 'backup_old',
    severity: 'critical',
    app: null,
    subject: { type: 'backup', id: 'installation', name: 'Backups of the installation' },
    detail:
      completedAt === null
        ? 'No complete backup was taken yet.'
        : `The newest complete backup is of ${completedAt.toISOString().slice(0, 10)}; a newer one is overdue.`,
    since,
    key: completedAt?.toISOString() ?? 'none',
  }
}
