import { Type } from 'typebox'
import { transaction } from '../../platform/database/transaction.ts'
import { job } from '../../platform/jobs/job.ts'
import { sendMail } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { findItems } from './find-items.ts'
import { isAtLeast } from './rules.ts'
import { sendPost } from './send-post.ts'
import { isOn, settingsStore } from './settings-store.ts'
import { viewerOf } from './viewer.ts'
import { writeDigest, writePost } from './write-digest.ts'

/** Between two notices to the same person about the same workspace. */
const HOUR_MS = 60 * 60 * 1000

/** One notice of what is new. It is stored together with what is known from then on, so a second try sends none. */
export const sendDigest = job('attention.mail_digest', {
  payload: Type.Object({ workspace_id: Type.String(), user_id: Type.String() }),
  retry: [60, 600],
  async run(deps: Deps, key) {
    const { db, clock } = deps
    const member = await settingsStore(db).findMember(key)
    if (!member) return settingsStore(db).delete(key)
    const person = { id: key.user_id, email: member.email }
    const viewer = viewerOf({ id: key.workspace_id, role: member.role }, person, member.given, null)
    const open = (await findItems(deps, viewer)).filter(({ state }) => state === 'open')
    const now = clock.now()
    await transaction(db, async (tx) => {
      const store = settingsStore(tx)
      const settings = await store.lock(key)
      if (!settings || !isOn(settings) || isTooSoon(settings.mailed_at, now)) return
      const { known_ids, least_severity } = settings
      const known = new Set(known_ids)
      const fresh = open.filter(({ id, severity }) => !known.has(id) && isAtLeast(severity, least_severity))
      const ids = open.map(({ id }) => id)
      if (fresh.length === 0) return store.save({ ...settings, known_ids: ids })
      const workspace = { id: key.workspace_id, name: member.workspace_name }
      if (settings.mail) {
        const text = writeDigest(workspace, deps.baseUrl(), fresh)
        await sendMail(deps, tx, { workspace_id: key.workspace_id, to: member.email, ...text })
      }
      if (settings.webhook_url !== null) {
        const body = writePost(workspace, deps.baseUrl(), fresh)
        await deps.jobs.send(tx, sendPost, { ...key, url: settings.webhook_url, body })
      }
      const next_look_at = new Date(now.getTime() + HOUR_MS)
      await store.save({ ...settings, known_ids: ids, mailed_at: now, next_look_at })
    })
  },
})

function isTooSoon(mailedAt: Date | null, now: Date): boolean {
  return mailedAt !== null && now.getTime() < mailedAt.getTime() + HOUR_MS
}
