import type { SealedColumn } from '../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../platform/secrets.ts'

export const sealedMails: readonly SealedColumn[] = [{ table: 'mails', column: 'sealed_text', purpose }]

/** The text of a mail at rest: encrypted for this mail only. */
export function sealText(secrets: Secrets, mailId: string, text: string): string {
  return secrets.encrypt(purpose(mailId), text)
}

export function openText(secrets: Secrets, mailId: string, sealed: string): string {
  return secrets.decrypt(purpose(mailId), sealed)
}

function purpose(mailId: string): string {
  return `mail ${mailId}`
}
