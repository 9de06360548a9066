import type { MailPort } from './port.ts'

/** The default: needs no mail server, and nobody gets mail by accident. */
export function outboxMail(): MailPort {
  return {
    keeps: true,
    async send(_mail, signal) {
      signal.throwIfAborted()
    },
  }
}
