/** What needs somebody now: derived from the rows of all parts, and put away by each person for themselves. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { configureAttention } from './configure-attention.ts'
import type { Deps } from './deps.ts'
import { dismissAttention } from './dismiss-attention.ts'
import { listAttention } from './list-attention.ts'
import { purgeAttention } from './purge-attention.ts'
import { readAttentionSettings } from './read-attention-settings.ts'
import { restoreAttention } from './restore-attention.ts'
import { sendDigest } from './send-digest.ts'
import { sendPost } from './send-post.ts'
import { snoozeAttention } from './snooze-attention.ts'
import { startDigests } from './start-digests.ts'

export type { Trouble, TroubleSource } from './troubles.ts'

export const attention = module<Deps>('attention', {
  handlers: [
    handle(operations.attention.list, listAttention),
    handle(operations.attention.dismiss, dismissAttention),
    handle(operations.attention.snooze, snoozeAttention),
    handle(operations.attention.restore, restoreAttention),
    handle(operations.attention.read_settings, readAttentionSettings),
    handle(operations.attention.configure, configureAttention),
  ],
  jobs: [sendDigest, sendPost],
  schedules: [every('*/5 * * * *', startDigests), every('41 3 * * *', purgeAttention)],
})
