/** The refusals of a person's own account: passwords, sessions, second factors, passkeys. */
export const accountErrors = {
  wrong_totp_code: {
    status: 400,
    message:
      'The code is wrong; check that the clock of your device is right, and enter the code it shows now.',
  },
  passkey_refused: { status: 400, message: 'The passkey could not be added; start again.' },
  second_factor_required: {
    status: 401,
    message: 'The password is right; send a code of your second factor along, or sign in with a passkey.',
  },
  invalid_second_factor: {
    status: 401,
    message: 'The code is wrong or was used before; enter the one your app shows now, or a recovery code.',
  },
  invalid_passkey: {
    status: 401,
    message: 'The passkey was not accepted; try again, or sign in with your password.',
  },
  session_only: {
    status: 403,
    message: 'No token or key can do this; sign in, and use the session.',
  },
  recent_sign_in_required: {
    status: 403,
    message: 'You signed in more than 10 minutes ago; confirm that it is you, then try again.',
  },
  session_not_found: { status: 404, message: 'You have no such session; list your sessions first.' },
  passkey_not_found: { status: 404, message: 'You have no such passkey; list your passkeys first.' },
  totp_not_found: { status: 404, message: 'There is no authenticator app to remove.' },
  totp_exists: {
    status: 409,
    message: 'An authenticator app is set up already; remove it first.',
  },
  totp_not_started: {
    status: 409,
    message: 'There is nothing to confirm; start to set up the authenticator app again.',
  },
  no_second_factor: {
    status: 409,
    message: 'Recovery codes need a second factor; set up an authenticator app or a passkey first.',
  },
  passkey_exists: { status: 409, message: 'This passkey is in use already.' },
  passkey_limit_reached: { status: 409, message: 'You have 10 passkeys; remove one first.' },
  second_factor_locked: {
    status: 429,
    message:
      'There were too many wrong codes; wait as long as Retry-After says, or use a passkey or a recovery code.',
  },
} as const satisfies Record<string, { status: number; message: string }>
