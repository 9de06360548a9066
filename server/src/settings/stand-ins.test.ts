import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { standInsOf } from './stand-ins.ts'

const shared = { DATABASE_URL: 'postgres://db/atrium', SECRET_KEY: 'a key that only tests use' }
const GOOGLE = {
  AD_PLATFORM: 'google',
  GOOGLE_ADS_CLIENT_ID: 'client',
  GOOGLE_ADS_CLIENT_SECRET: 'hush',
  GOOGLE_ADS_REFRESH_TOKEN: 'refresh',
  GOOGLE_ADS_MANAGER_ID: '1234567890',
}

test.each([
  ['nothing', {}, { advertising: 'sandbox', language_model: 'offline', mail: 'outbox', payments: 'sandbox' }],
  ['no model', { LANGUAGE_MODEL: 'none' }, { language_model: 'none' }],
  ['the offline model', { LANGUAGE_MODEL: 'offline' }, { language_model: 'offline' }],
  [
    'the address of a model alone',
    { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'llama' },
    { language_model: 'connected' },
  ],
  [
    'an address that is not wanted',
    { LANGUAGE_MODEL: 'offline', LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'llama' },
    { language_model: 'offline' },
  ],
  ['a mail server', { MAIL: 'smtp://mail.example.com' }, { mail: 'connected' }],
  ['a payment provider', { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }, { payments: 'connected' }],
  ['an ad platform', GOOGLE, { advertising: 'connected' }],
])('with %s set', (_, env, expected) => {
  expect(standInsOf(readConfig({ ...shared, ...env }))).toMatchObject(expected)
})
