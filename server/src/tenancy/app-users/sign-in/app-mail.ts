/** What the users of an app are written. */
import { oneLine } from '../../../platform/text/one-line.ts'
import { type HostedPage, hostedUrl } from '../pages/hosted-pages.ts'

export interface MailedApp {
  app_id: string
  app_name: string
  published_url: string | null
  use_hosted_pages: boolean
}

export interface MailText {
  subject: string
  text: string
}

/** A link to a page: the app's own, or ours where it has none or ours is asked for. */
export interface MailedLink {
  baseUrl: string
  token: string
  isHosted: boolean
  /** An address of the app, where the page leads on to. */
  from_url?: string | undefined
}

export function codeMail(app: MailedApp, code: string): MailText {
  const name = oneLine(app.app_name)
  return {
    subject: `Your code for ${name}`, // without it: subjects are kept, and shown to those who run the workspace
    text: lines(
      `Your code for “${name}” is ${code}.`,
      '',
      'It works once, within 15 minutes. If you did not sign up there, you can ignore this mail; nobody can use your',
      'address without the code.',
    ),
  }
}

export function resetMail(app: MailedApp, link: MailedLink): MailText {
  const name = oneLine(app.app_name)
  return {
    subject: `A new password for ${name}`,
    text: lines(
      `Set a new password for “${name}” here:`,
      addressOf(app, 'reset-password', link),
      '',
      'The link works once, within an hour. If you did not ask for it, you can ignore this mail; your password stays',
      'as it is.',
    ),
  }
}

export function magicLinkMail(app: MailedApp, email: string, link: MailedLink): MailText {
  const name = oneLine(app.app_name)
  return {
    subject: `Sign in to ${name}`,
    text: lines(
      `Sign in to “${name}” as ${email} here:`,
      addressOf(app, 'magic-link', link),
      '',
      'The link works once, within 15 minutes. If you did not ask for it, you can ignore this mail; nobody can sign in',
      'without the link.',
    ),
  }
}

export function inviteMail(
  app: MailedApp,
  link: MailedLink,
  /** Null when the app itself invites. */
  inviter: { email: string; full_name: string } | null,
  email: string,
): MailText {
  const name = oneLine(app.app_name)
  const who = inviter ? oneLine(inviter.full_name) || inviter.email : name
  const own = ownAddress(app, link)
  return {
    subject: `${who} invites you to ${name}`,
    text: lines(
      `${inviter ? `${who} (${inviter.email})` : who} invites you to use “${name}”. Sign up there with this email, ${email}:`,
      own ?? addressOf(app, 'invitation', link),
      '',
      'If you do not know what this is about, you can ignore this mail.',
    ),
  }
}

/** What is behind the # stays in the browser, out of logs and referrers. */
function addressOf(app: MailedApp, page: HostedPage, link: MailedLink): string {
  const own = ownAddress(app, link)
  const address = own === null ? hostedUrl(link.baseUrl, app.app_id, page) : `${own}/${page}`
  const query = link.from_url === undefined ? '' : `?from_url=${encodeURIComponent(link.from_url)}`
  return `${address}${query}#token=${link.token}`
}

/** Null when links lead to our pages. // G650 */
function ownAddress(app: MailedApp, { isHosted }: MailedLink): string | null {
  if (isHosted || app.use_hosted_pages) return null
  return app.published_url?.replace(/\/+$/, '') ?? null
}

function lines(...those: string[]): string {
  return [...those, ''].join('\n')
}
