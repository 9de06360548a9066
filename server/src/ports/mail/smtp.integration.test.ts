import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAuthority } from '../../../test/certificates.ts'
import { MAIL } from './conformance.ts'
import { smtpMail } from './smtp.ts'
import { type MailServer, startMailServer } from './test/mail-server.ts'

const NEVER = new AbortController().signal
const from = 'Atrium <atrium@example.com>'

describe('an open mail server', () => {
  let server: MailServer
  beforeEach(async () => {
    server = await startMailServer()
  })
  afterEach(() => server.close())
  const mailTo = (timeoutMs = 5_000) => smtpMail({ address: server.address, from, caFile: null, timeoutMs })

  test('gets sender, receiver, subject and text whole', async () => {
    await mailTo().send(MAIL, NEVER)
    const [taken] = server.taken
    expect(taken).toMatchObject({ from: 'atrium@example.com', to: ['grace@example.com'], isEncrypted: false })
    const [head = '', body = ''] = taken?.data.split('\r\n\r\n') ?? []
    expect(head).toContain('From: Atrium <atrium@example.com>')
    expect(head).toContain('To: grace@example.com')
    expect(head).toContain('Message-ID: <mail_06bcz@example.com>')
    expect(head).toContain('Auto-Submitted: auto-generated')
    expect(head).toContain(`Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`)
    const isBase64 = /Content-Transfer-Encoding: base64/i.test(head)
    const text = isBase64 ? Buffer.from(body, 'base64').toString() : unquote(body)
    expect(text.replaceAll('\r\n', '\n').trimEnd()).toBe(MAIL.text.trimEnd())
  })

  test('gets the name that the mail brings, with our own address', async () => {
    await mailTo().send({ ...MAIL, from_name: 'Shop\r\nBcc: everyone@example.com <x@evil.example>' }, NEVER)
    const [taken] = server.taken
    expect(taken?.from).toBe('atrium@example.com')
    expect(taken?.data).toMatch(/^From: =\?UTF-8\?Q\?Shop[^<]*<atrium@example\.com>\r\nTo: /m)
    expect(taken?.data).not.toMatch(/^Bcc:/im)
  })

  test('gets no header that a subject or an address smuggles in', async () => {
    const subject = 'Hello\r\nBcc: everyone@example.com\r\n\r\nBuy'
    await mailTo().send({ ...MAIL, subject, to: 'a,b@example.com' }, NEVER)
    const [taken] = server.taken
    expect(taken?.to).toHaveLength(1)
    expect(taken?.data).not.toMatch(/^Bcc:/im)
    expect(taken?.data.split('\r\n\r\n')).toHaveLength(2)
  })

  test.each([
    ['RCPT', '550 no such person', true, '550'],
    ['MAIL', '553 not from you', true, '553'],
    ['END', '554 looks like spam', true, '554'],
    ['RCPT', '451 try later', false, '451'],
    ['END', '452 full', false, '452'],
    ['GREETING', '421 too busy', false, '421'],
  ])('%s %s: final %s', async (command, reply, isFinal, status) => {
    server.answer(command, reply)
    const failing = mailTo().send(MAIL, NEVER)
    await expect(failing).rejects.toMatchObject({ name: 'MailNotSent', isFinal })
    await expect(failing).rejects.toThrow(status)
    expect(server.taken).toEqual([])
  })

  test.each([
    ['MAIL', '530 5.7.0 Authentication required'],
    ['RCPT', '530 5.7.1 sign in first'],
    ['DATA', '530 5.7.0 Must issue a STARTTLS command first'],
    ['END', '530 who are you'],
  ])(
    'that wants a sign-in first, at %s, can be tried again: the operator may set one',
    async (command, reply) => {
      server.answer(command, reply)
      const failing = mailTo().send(MAIL, NEVER)
      await expect(failing).rejects.toMatchObject({ name: 'MailNotSent', isFinal: false })
      await expect(failing).rejects.toThrow('530')
      expect(server.taken).toEqual([])
    },
  )

  test('that says nothing is given up on, and may be tried again', async () => {
    server.answer('GREETING', null)
    await expect(mailTo(100).send(MAIL, NEVER)).rejects.toMatchObject({ isFinal: false })
    server.answer('GREETING', '220 here')
    await mailTo().send(MAIL, NEVER)
    expect(server.taken).toHaveLength(1)
  })

  test('is left at once when the caller aborts', async () => {
    server.answer('DATA', null)
    const caller = new AbortController()
    const sending = mailTo().send(MAIL, caller.signal)
    await expect.poll(() => server.open.size).toBe(1)
    caller.abort(new Error('stopping'))
    await expect(sending).rejects.toThrow('stopping')
    await expect.poll(() => server.open.size).toBe(0)
  })

  test('that does not encrypt gets no password', async () => {
    const address = `smtp://ada:secret@127.0.0.1:${server.port}`
    const failing = smtpMail({ address, from, caFile: null }).send(MAIL, NEVER)
    await expect(failing).rejects.toMatchObject({ name: 'MailNotSent', isFinal: false })
    await expect(failing).rejects.not.toThrow('secret')
    expect(server.taken).toEqual([])
  })

  test('that is not there is tried again later', async () => {
    await server.close()
    await expect(mailTo().send(MAIL, NEVER)).rejects.toMatchObject({ isFinal: false })
    server = await startMailServer()
  })
})

describe('a mail server that encrypts', () => {
  let folder: string
  const authority = makeAuthority('Mail tests')
  let caFile: string
  let server: MailServer
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-mail-'))
    caFile = join(folder, 'ca.pem')
    writeFileSync(caFile, authority.cert)
    server = await startMailServer(authority.issue(['127.0.0.1', 'localhost']))
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('gets name and password after the upgrade', async () => {
    const address = `smtp://ada%40example.com:p%3Aw@localhost:${server.port}`
    await smtpMail({ address, from, caFile }).send(MAIL, NEVER)
    expect(server.taken).toMatchObject([{ isEncrypted: true, login: 'ada@example.com:p:w' }])
  })

  test('that refuses the password can be tried again: the operator may mend it', async () => {
    server.answer('AUTH', '535 wrong')
    const address = `smtp://ada:secret@localhost:${server.port}`
    const failing = smtpMail({ address, from, caFile }).send(MAIL, NEVER)
    await expect(failing).rejects.toMatchObject({ isFinal: false })
    await expect(failing).rejects.not.toThrow('secret')
  })

  test('and is not known is not trusted', async () => {
    const address = `smtp://ada:secret@localhost:${server.port}`
    await expect(smtpMail({ address, from, caFile: null }).send(MAIL, NEVER)).rejects.toMatchObject({
      isFinal: false,
    })
    expect(server.taken).toEqual([])
  })
})

function unquote(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/^\.\./gm, '.')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
