/** Refusals of the account, in words for a person at the page. */
export const ACCOUNT_WORDS: Record<string, string> = {
  second_factor_locked: 'There were too many wrong codes. Wait an hour, or use a passkey or a recovery code.',
  session_not_found: 'This session has ended already.',
  passkey_not_found: 'This passkey was removed already.',
  invalid_reset_token: 'This link is used or expired. Ask for a new one.',
  totp_not_started: 'This took too long, or another tab started again. Close this and start again.',
}
