import type { TroubleSource } from '../modules/attention/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Config } from '../settings/config.ts'
import { adTroubles } from './attention-to-ads.ts'
import { backupTroubles } from './attention-to-backups.ts'
import { codingTroubles } from './attention-to-coding.ts'
import { connectorTroubles } from './attention-to-connectors.ts'
import { functionTroubles } from './attention-to-functions.ts'
import { hostingTroubles } from './attention-to-hosting.ts'
import { memberTroubles } from './attention-to-members.ts'
import { quotaTroubles } from './attention-to-quotas.ts'
import { scanTroubles } from './attention-to-scans.ts'
import { testTroubles } from './attention-to-tests.ts'
import { webhookTroubles } from './attention-to-webhooks.ts'
import { workflowTroubles } from './attention-to-workflows.ts'

/** Every place where something can need somebody. */
export function createTroubleSources(
  db: Db,
  { quotas, backups }: Pick<Config, 'quotas' | 'backups'>,
): { troubleSources: readonly TroubleSource[] } {
  return {
    troubleSources: [
      webhookTroubles(db),
      ...workflowTroubles(db),
      functionTroubles(db),
      scanTroubles(db),
      connectorTroubles(db),
      codingTroubles(db),
      testTroubles(db),
      ...adTroubles(db),
      hostingTroubles(db),
      ...memberTroubles(db),
      quotaTroubles(db, quotas),
      backupTroubles(db, backups),
    ],
  }
}
