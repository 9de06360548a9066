/** What the users of an app are written. */
import { oneLine } from '../../platform/one-line.ts'

export interface MailedApp {
  app_name: string
  published_url: string | null
}

export interface MailText {
  subject: string
  text: string
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

/** What is behind the # stays in the browser, out of logs and referrers. */
export function resetMail(app: MailedApp, baseUrl: string, token: string): MailText {
  const name = oneLine(app.app_name)
  return {
    subject: `A new password for ${name}`,
    text: lines(
      `Set a new password for “${name}” here:`,
      `${addressOf(app, baseUrl)}/reset-password#token=${token}`,
      '',
      'The link works once, within an hour. If you did not ask for it, you can ignore this mail; your password stays',
      'as it is.',
    ),
  }
}

export function inviteMail(
  app: MailedApp,
  baseUrl: string,
  /** Null when the app itself invites. */
  inviter: { email: string; full_name: string } | null,
  email: string,
): MailText {
  const name = oneLine(app.app_name)
  const who = inviter ? oneLine(inviter.full_name) || inviter.email : name
  return {
    subject: `${who} invites you to ${name}`,
    text: lines(
      `${inviter ? `${who} (${inviter.email})` : who} invites you to use “${name}”. Sign up there with this email, ${email}:`,
      addressOf(app, baseUrl),
      '',
      'If you do not know what this is about, you can ignore this mail.',
    ),
  }
}

function addressOf({ published_url }: MailedApp, baseUrl: string): string {
  return (published_url ?? baseUrl).replace(/\/+$/, '')
}

function lines(...those: string[]): string {
  return [...those, ''].join('\n')
}
