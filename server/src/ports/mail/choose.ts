import { outboxMail } from './outbox.ts'
import type { MailPort } from './port.ts'
import { smtpMail } from './smtp.ts'

/** `MAIL` is the word `outbox` or the address of a mail server; the settings have been checked. */
export function chooseMail(choice: { mail: string; from: string; caFile: string | null }): MailPort {
  if (choice.mail === 'outbox') return outboxMail()
  return smtpMail({ address: choice.mail, from: choice.from, caFile: choice.caFile })
}
