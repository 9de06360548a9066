/** Proofs that somebody has a mailbox: made, mailed, and recognised when they come back. */
import { randomInt } from 'node:crypto'
import type { Db } from '../../../platform/database/db.ts'
import { hashSecret, makeSecret, type Secrets } from '../../../platform/secrets.ts'
import type { TenancyDeps } from '../../base-deps.ts'
import { sendMail } from '../../mail/send-mail.ts'
import { codeMail, type MailedApp, magicLinkMail, resetMail } from './app-mail.ts'
import { type LinkPurpose, proofStore } from './proof-store.ts'

export const CODE_MS = 15 * 60_000
const LINKS = {
  reset: { prefix: 'rst', ms: 60 * 60_000 },
  magic_link: { prefix: 'mgl', ms: 15 * 60_000 },
} as const

interface Receiver extends MailedApp {
  app_id: string
  workspace_id: string
  user_id: string
  email: string
}

/** False, and nothing is mailed, when as many codes were sent within the hour as may be. */
export async function mailCode(deps: TenancyDeps, tx: Db, to: Receiver): Promise<boolean> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const key = { app_id: to.app_id, user_id: to.user_id, purpose: 'verify' as const }
  const proof = deps.secrets.sign(purposeOf(key), code)
  const now = deps.clock.now()
  if (!(await proofStore(tx).put(key, proof, new Date(now.getTime() + CODE_MS), now))) return false
  await sendMail(deps, tx, { workspace_id: to.workspace_id, to: to.email, ...codeMail(to, code) })
  return true
}

/** False, and nothing is mailed, when as many links were sent within the hour as may be. */
export async function mailLink(
  deps: TenancyDeps,
  tx: Db,
  to: Receiver,
  { purpose, isHosted, from_url }: { purpose: LinkPurpose; isHosted: boolean; from_url?: string | undefined },
): Promise<boolean> {
  const token = makeSecret(LINKS[purpose].prefix)
  const key = { app_id: to.app_id, user_id: to.user_id, purpose }
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + LINKS[purpose].ms)
  if (!(await proofStore(tx).put(key, linkProof(token), expiresAt, now))) return false
  const link = { baseUrl: deps.baseUrl(), token, isHosted, from_url }
  const mail = purpose === 'reset' ? resetMail(to, link) : magicLinkMail(to, to.email, link)
  await sendMail(deps, tx, { workspace_id: to.workspace_id, to: to.email, ...mail })
  return true
}

/** Six digits are soon guessed from a plain hash, so their mark is made with our key. */
export function isCode(
  secrets: Secrets,
  key: { app_id: string; user_id: string },
  code: string,
  proof: string,
): boolean {
  return secrets.verify(purposeOf(key), code, proof)
}

export function linkProof(token: string): string {
  return hashSecret(token).toString('base64url')
}

function purposeOf({ app_id, user_id }: { app_id: string; user_id: string }): string {
  return `app user code ${app_id} ${user_id}`
}
