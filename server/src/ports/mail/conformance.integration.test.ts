import { mailConformance } from './conformance.ts'
import { outboxMail } from './outbox.ts'
import { smtpMail } from './smtp.ts'
import { startMailServer } from './test/mail-server.ts'

mailConformance('outbox', async () => ({ mail: outboxMail(), close: async () => {} }))

mailConformance('SMTP', async () => {
  const server = await startMailServer()
  const mail = smtpMail({ address: server.address, from: 'atrium@example.com', caFile: null })
  return { mail, close: server.close }
})
