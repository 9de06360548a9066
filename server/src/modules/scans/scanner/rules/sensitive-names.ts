/** Names of fields whose values are not for others, however an app spells them. */
const NAMES = `
  password passwd passphrase password_hash hashed_password secret client_secret secret_key private_key signing_key
  encryption_key api_key api_secret access_key access_token refresh_token auth_token bearer_token id_token
  session_token session_id reset_token verification_token csrf_token token jwt otp otp_secret totp_secret mfa_secret
  two_factor_secret recovery_code backup_codes security_answer pin pin_code webhook_secret connection_string
  ssn social_security_number national_id tax_id passport_number passport driver_license drivers_license_number
  identity_number iban bank_account bank_account_number account_number routing_number sort_code swift
  card_number credit_card credit_card_number debit_card cvv cvc card_cvc card_expiry
  salary medical_record medical_history diagnosis prescription health_record blood_type insurance_number
  date_of_birth_certificate biometric fingerprint_template`

const SENSITIVE = new Set(NAMES.trim().split(/\s+/).map(plain))
/** At the end of a longer name: `stripe_api_key`, `user_password`. */
const ENDINGS = [
  ...[
    'password',
    'passwd',
    'passphrase',
    'password_hash',
    'api_key',
    'api_secret',
    'secret_key',
    'private_key',
  ],
  ...[
    'access_token',
    'refresh_token',
    'auth_token',
    'session_token',
    'reset_token',
    'client_secret',
    'otp_code',
  ],
  ...[
    'ssn',
    'social_security_number',
    'passport_number',
    'iban',
    'card_number',
    'cvv',
    'tax_id',
    'medical_record',
  ],
  ...['bank_account_number', 'security_answer', 'diagnosis', 'webhook_secret'],
].map((ending) => words(ending))

/** Whether a field of this name, of this declared type, holds something that others should not see. */
export function isSensitive(name: string, type: unknown): boolean {
  const types = [type ?? 'string'].flat()
  // Whether there is a password, or when it was changed, is not the password.
  if (types.every((one) => one === 'boolean' || one === 'null')) return false
  if (SENSITIVE.has(plain(name))) return true
  const own = words(name)
  return ENDINGS.some((ending) => {
    const tail = own.slice(-ending.length)
    return own.length > ending.length && tail.join('_') === ending.join('_') && !MASKED.has(own[0] ?? '')
  })
}

/** What begins so says something about the value and is not the value. */
const MASKED = new Set([
  'has',
  'is',
  'masked',
  'last4',
  'needs',
  'requires',
  'forgot',
  'show',
  'hide',
  'no',
  'public',
])

function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function plain(name: string): string {
  return words(name).join('')
}
