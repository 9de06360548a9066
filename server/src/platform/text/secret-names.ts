/** Names of what is kept to oneself. */

/** Whether what stands under this name is a secret, such as `password` or `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return SECRET_PARTS.test(plain) || SECRET_ENDS.test(plain) || SECRET_NAMES.has(plain)
}

const SECRET_PARTS = /password|passwd|passphrase|secret(?!ar)|apikey|privatekey|accesskey|credential/
const SECRET_ENDS =
  /(?:token|authorization|cookie|signingkey|encryptionkey|sessionid|connectionstring|databaseurl|cardnumber)$/
const SECRET_NAMES = new Set(['pwd', 'pass', 'auth', 'jwt', 'otp', 'pin', 'cvv', 'cvc', 'dsn'])

/** Keys that find something, and open nothing. */
const FINDS = new Set(
  'sort primary foreign partition cache query storage lookup row object public publishable idempotency dedupe site translation i18n locale message menu hot map group tab react step job event unique natural composite'.split(
    ' ',
  ),
)

/** A name such as `X-Acme-Key` or `stripeKey`, which holds a secret only where the value looks like one. */
export function isKeyName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const before = words.at(-2)
  return (
    before !== undefined && /^(?:key|sig|signature|salt|seed)$/.test(words.at(-1) ?? '') && !FINDS.has(before)
  )
}

/** Letters and digits as keys mix them, and no words. */
export function looksRandom(value: string): boolean {
  const text = value.replaceAll(/^\\*["'`]|\\*["'`]$/g, '')
  if (!/^[\w+/=.~:-]{12,}$/.test(text) || !/[A-Za-z]/.test(text)) return false
  return (text.match(/\d/g)?.length ?? 0) >= 2 && !/^(?:[A-Za-z]+[-_.:/])*[A-Za-z]+[-_.]?\d{0,4}$/.test(text)
}
