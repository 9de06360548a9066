/** The refusals of signing in by a provider. */
export const openIdErrors = {
  provider_unusable: {
    status: 400,
    message: 'The provider cannot be used: its issuer does not answer as OpenID Connect asks; check it.',
  },
  address_not_allowed: {
    status: 400,
    message: 'from_url is no address of this app; add its origin to allowed_origins of the app.',
  },
  invalid_ticket: { status: 400, message: 'This sign-in is too old; start it again.' },
  password_sign_in_refused: {
    status: 403,
    message: 'Your workspace does not take passwords; sign in with its provider.',
  },
  provider_not_found: { status: 404, message: 'There is no such provider for signing in.' },
  sign_in_domain_not_found: { status: 404, message: 'The provider of this workspace has no such domain.' },
  sign_in_domain_not_proved: {
    status: 409,
    message: 'The TXT record was not found; set it at your DNS, wait a few minutes, then verify again.',
  },
  sign_in_domain_taken: {
    status: 409,
    message:
      'Another workspace proved this domain, and its TXT record is still there; remove that record first.',
  },
  too_many_providers: {
    status: 409,
    message: 'An app has at most 5 providers next to Google and GitHub; remove one first.',
  },
} as const satisfies Record<string, { status: number; message: string }>
