import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import { MailNotSent, type MailPort, type OutgoingMail } from './port.ts'

export interface SmtpOptions {
  /** smtp://user:password@host:587, or smtps:// for TLS from the start; user and password may be left out. */
  address: string
  from: string
  /** Further certificate authorities. */
  caFile: string | null
  timeoutMs?: number
}

/** A mail server of your own or a provider's. One connection for each mail: jobs bring few of them at a time. */
export function smtpMail({ address, from, caFile, timeoutMs = 20_000 }: SmtpOptions): MailPort {
  const url = new URL(address)
  const { hostname: host, username, password } = url
  const isSecure = url.protocol === 'smtps:'
  const hasLogin = username !== ''
  const options = {
    // A pool of one, because only pools can be closed while they send.
    pool: true as const,
    maxConnections: 1,
    maxRequeues: 0,
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password never goes over the wire in the open.
    requireTLS: hasLogin,
    ...(hasLogin && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(caFile !== null && { tls: { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'atrium'

  return {
    keeps: false,
    async send(mail, signal) {
      signal.throwIfAborted()
      const transport = createTransport(options)
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const stop = () => reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      try {
        await Promise.race([transport.sendMail(messageOf(mail, from, domain)), aborted])
      } catch (cause) {
        signal.throwIfAborted()
        throw notSent(cause)
      } finally {
        signal.removeEventListener('abort', stop)
        transport.close({ force: true })
      }
    },
  }
}

function messageOf({ id, to, from_name, subject, text }: OutgoingMail, from: string, domain: string) {
  return {
    from: from_name ? { name: from_name, address: /([^\s<>]+@[^\s<>]+)/.exec(from)?.[1] ?? from } : from,
    // As an object it is one address, whatever characters it holds.
    to: { name: '', address: to },
    subject,
    text,
    // The same at every try, so that a mail which arrives twice is known as one.
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function notSent(cause: unknown): MailNotSent {
  const { message, code, permanent, responseCode } = cause as SmtpError
  // Sign-in and encryption are the operator's to mend; the mail can wait for that.
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = permanent === true && isAboutMail && responseCode !== SIGN_IN_FIRST
  const status = responseCode === undefined ? '' : ` (${responseCode})`
  return new MailNotSent(`The mail server did not take it${status}: ${message}`.slice(0, 500), isFinal, {
    cause,
  })
}

const SIGN_IN_FIRST = 530

interface SmtpError extends Error {
  code?: string
  permanent?: boolean
  responseCode?: number
}
