/** The settings of who knows how workspaces pay. */
import { ConfigError } from './config-error.ts'

export const paymentSettings = {
  PAYMENTS: {
    default: 'sandbox',
    meaning: 'Who knows the cards of workspaces: `sandbox` (what the workspace is set to) or `stripe`',
  },
  STRIPE_SECRET_KEY: { default: '', meaning: 'Key that may read customers and payment methods there' },
  STRIPE_BASE_URL: {
    default: 'https://api.stripe.com',
    meaning: 'Where its API answers, if something stands before it',
  },
} as const

export interface PaymentSettings {
  /** Null: the sandbox. */
  stripe: StripeSettings | null
}

export interface StripeSettings {
  baseUrl: string
  secretKey: string
}

type Read = (name: keyof typeof paymentSettings) => string | null

export function readPaymentSettings(read: Read): PaymentSettings {
  const kind = read('PAYMENTS') ?? paymentSettings.PAYMENTS.default
  if (kind !== 'sandbox' && kind !== 'stripe') {
    throw new ConfigError(`PAYMENTS=${kind} is not known; use one of sandbox, stripe.`)
  }
  const baseUrl = stripeAddress(read('STRIPE_BASE_URL') ?? paymentSettings.STRIPE_BASE_URL.default)
  const secretKey = stripeKey(read('STRIPE_SECRET_KEY'))
  if (kind === 'sandbox') return { stripe: null }
  if (secretKey === null) throw new ConfigError('PAYMENTS=stripe needs STRIPE_SECRET_KEY.')
  return { stripe: { baseUrl, secretKey } }
}

function stripeAddress(text: string): string {
  const parsed = URL.parse(text)
  // Never repeated: it may hold a password.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new ConfigError('STRIPE_BASE_URL is not an http or https address without a name or password in it.')
  }
  return text.replace(/\/+$/, '')
}

/** Secret and restricted keys; a key that may be published reads nothing. */
function stripeKey(text: string | null): string | null {
  if (text !== null && !/^[sr]k_[!-~]+$/.test(text)) {
    throw new ConfigError('STRIPE_SECRET_KEY is not a key that begins with sk_ or rk_.')
  }
  return text
}
