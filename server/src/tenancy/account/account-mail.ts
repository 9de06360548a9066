/** What people are written about their own account. */
interface MailText {
  subject: string
  text: string
}

export function newDeviceMail(
  { address, device, time }: { address: string; device: string; time: Date },
  baseUrl: string,
): MailText {
  return {
    subject: 'New sign-in to your Atrium account',
    text: lines(
      'Somebody signed in to your account from a device that was not used before:',
      '',
      `${device}, from ${address}, at ${written(time)}.`,
      '',
      'If it was you, there is nothing to do. If it was not you, change your password and sign out everywhere:',
      `${baseUrl}/account`,
    ),
  }
}

/** What is behind the # stays in the browser, out of logs and referrers. */
export function resetMail(baseUrl: string, token: string): MailText {
  return {
    subject: 'A new password for your Atrium account',
    text: lines(
      'Set a new password for your account here:',
      `${baseUrl}/account/reset-password#token=${token}`,
      '',
      'The link works once, within an hour. If you did not ask for it, you can ignore this email; your password stays',
      'as it is.',
    ),
  }
}

/** A change that only the owner of the account should make. */
export function changeMail(what: string, time: Date, baseUrl: string): MailText {
  return {
    subject: `Your Atrium account: ${what}`,
    text: lines(
      `${what[0]?.toUpperCase()}${what.slice(1)}, at ${written(time)}.`,
      '',
      'If it was you, there is nothing to do. If it was not you, set a new password at once, then look at your account:',
      `${baseUrl}/account/forgot-password`,
    ),
  }
}

function written(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function lines(...those: string[]): string {
  return [...those, ''].join('\n')
}
