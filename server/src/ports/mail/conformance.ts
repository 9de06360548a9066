/** What every mail port does, whichever it is; run by conformance.test.ts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MailPort, OutgoingMail } from './port.ts'

export interface OpenedMail {
  mail: MailPort
  close(): Promise<void>
}

export function mailConformance(name: string, open: () => Promise<OpenedMail>): void {
  describe(`mail by ${name}`, () => {
    let opened: OpenedMail
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    test('takes a mail, and the same one again', async () => {
      await opened.mail.send(MAIL, new AbortController().signal)
      await opened.mail.send(MAIL, new AbortController().signal)
    })

    test('takes several at once', async () => {
      const ids = ['mail_1', 'mail_2', 'mail_3', 'mail_4']
      await Promise.all(ids.map((id) => opened.mail.send({ ...MAIL, id }, new AbortController().signal)))
    })

    test('throws what the caller aborted with', async () => {
      const signal = AbortSignal.abort(new Error('gone'))
      await expect(opened.mail.send(MAIL, signal)).rejects.toThrow('gone')
    })
  })
}

export const MAIL: OutgoingMail = {
  id: 'mail_06bcz',
  to: 'grace@example.com',
  subject: 'Grüße',
  text: 'Line one\n.\nLine three: ü — 字\n',
}
