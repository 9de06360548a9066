import { Type } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import { job } from '../../platform/jobs/job.ts'
import { MailNotSent } from '../../ports/mail/port.ts'
import { isTestAddress } from '../app-users/test-users/test-address.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { openText, sealText } from './sealed-text.ts'
import { type MailRow, mailStore } from './store.ts'

export interface NewMail {
  /** Null for mail about an account, which no workspace may read. */
  workspace_id: string | null
  to: string
  from_name?: string | null
  subject: string
  text: string
}

/** Stores the mail in the transaction; once that is committed, a job hands it to the mail server. Returns its id. */
export async function sendMail(
  { clock, secrets, jobs, mail }: Pick<TenancyDeps, 'clock' | 'secrets' | 'jobs' | 'mail'>,
  tx: Db,
  { workspace_id, to, from_name = null, subject, text }: NewMail,
): Promise<string> {
  const now = clock.now()
  const id = makeId('mail', now)
  const sealed_text = sealText(secrets, id, text)
  // Users of tests have no mailbox: what their app sends them stays in the outbox.
  const status: MailRow['status'] = mail.keeps || isTestAddress(to) ? 'kept' : 'waiting'
  const row = { id, workspace_id, recipient: to, from_name, subject, sealed_text, status, created_date: now }
  await mailStore(tx).insert({ ...row, error: null, sent_date: null })
  if (status === 'waiting') await jobs.send(tx, deliverMail, { mail_id: id })
  return id
}

/** Together about a day, as mail servers do it. */
const RETRY_SECONDS = [30, 120, 600, 1800, 3600, 4 * 3600, 8 * 3600, 8 * 3600]

export const deliverMail = job('tenancy.deliver_mail', {
  payload: Type.Object({ mail_id: Type.String() }),
  retry: RETRY_SECONDS,
  timeoutSeconds: 60,
  async run({ db, clock, secrets, mail }: TenancyDeps, { mail_id }, { attempt, signal }) {
    const store = mailStore(db)
    const row = await store.findWaiting(mail_id)
    if (!row) return
    // The setting changed since.
    if (mail.keeps) return store.markKept(mail_id)
    try {
      const { id, recipient: to, from_name, subject } = row
      const text = openText(secrets, id, row.sealed_text)
      await mail.send({ id, to, from_name, subject, text }, signal)
    } catch (failure) {
      const { message } = failure as Error
      const isOver = (failure instanceof MailNotSent && failure.isFinal) || attempt > RETRY_SECONDS.length
      if (isOver) return store.markFailed(mail_id, message)
      await store.recordFailure(mail_id, message)
      throw failure
    }
    await store.markSent(mail_id, clock.now())
  },
})
