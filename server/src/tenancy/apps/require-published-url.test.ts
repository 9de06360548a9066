import { expect, test } from 'vitest'
import { createAddressRules } from '../../ports/outbound-http/address-rules.ts'
import { checkTargetUrl } from '../../ports/outbound-http/target-url.ts'
import { requirePublishedUrl } from './require-published-url.ts'

function check(url: string | null | undefined, allow: string[] = []) {
  const rules = createAddressRules({ allow, ownAddresses: () => ['198.51.100.7'] })
  const outboundHttp = { checkTarget: (text: string) => checkTargetUrl(text, rules) }
  requirePublishedUrl({ outboundHttp, baseUrl: () => 'http://127.0.0.1:8787' }, url)
}

test.each([
  ...['https://ada:secret@shop.example.com', 'https://ada@shop.example.com/x', 'https://@shop.example.com'],
  ...[
    'http://localhost:3000',
    'https://shop.localhost',
    'https://nas',
    'https://db.internal/x',
    'http://a.local',
  ],
  ...[
    'http://127.0.0.1:9999',
    'http://10.0.0.5',
    'https://[::1]/',
    'http://169.254.169.254/latest',
    'http://2130706433',
  ],
  ...[
    'https://192.168.1.4:8443',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]',
    'http://0.0.0.0',
    'https://%',
  ],
])('%s is refused as the address of an app', (url) => {
  expect(() => check(url)).toThrow(expect.objectContaining({ code: 'validation_error' }))
})

test.each([
  ...[
    'https://shop.example.com',
    'http://shop.example.com:81/start?x=1#y',
    'https://203.0.114.9/',
    null,
    undefined,
  ],
  ...['http://127.0.0.1:8787/sites/app_1/', 'https://shop.example.com/@ada'],
])('%s passes', (url) => {
  expect(() => check(url)).not.toThrow()
})

test('what the operator opened passes, and nothing next to it', () => {
  expect(() => check('http://10.0.0.5:3000', ['10.0.0.0/8'])).not.toThrow()
  expect(() => check('http://nas:3000', ['10.0.0.0/8'])).not.toThrow()
  expect(() => check('http://192.168.1.4', ['10.0.0.0/8'])).toThrow()
})
