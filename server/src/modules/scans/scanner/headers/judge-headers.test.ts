import { HeaderFinding } from '@atrium/contract/scan-findings'
import Value from 'typebox/value'
import { expect, test } from 'vitest'
import { csp, pageWith } from '../../test/scan-corpus/pages.ts'
import { judgeHeaders } from './judge-headers.ts'

test.each([
  ['cookie_without_secure', 'critical', { 'set-cookie': 'sid=1; HttpOnly; SameSite=Lax' }],
  ['cookie_without_secure', 'medium', { 'set-cookie': 'theme=1' }],
  ['cookie_without_httponly', 'high', { 'set-cookie': 'sid=1; Secure; SameSite=Lax' }],
  ['csp_missing', 'high', csp(undefined)],
  ['csp_unsafe_inline', 'medium', csp("script-src 'unsafe-inline'")],
  ['nosniff_missing', 'low', { 'x-content-type-options': undefined }],
  ['referrer_policy_missing', 'info', { 'referrer-policy': undefined }],
] as const)('%s is %s', (rule, severity, headers) => {
  const [finding] = judgeHeaders(pageWith(headers))
  expect(finding).toMatchObject({ rule_id: rule, severity })
  expect(Value.Check(HeaderFinding, finding)).toBe(true)
})

test('no value of a cookie, no nonce and nothing long is shown', () => {
  const cookies = `session=hush-hush; Path=/, hush-without-name; Path=/, ${Array.from({ length: 50 }, (_, n) => `c${n}=hush`).join(', ')}`
  const policy = `script-src 'unsafe-eval' 'nonce-hushhushhush' ${'a.example.com '.repeat(200)}`
  const findings = judgeHeaders(
    pageWith({ 'set-cookie': cookies, ...csp(policy), server: `nginx/1.2\u0007${'x'.repeat(5_000)}` }),
  )
  expect(JSON.stringify(findings)).not.toContain('hush')
  for (const { current_value } of findings) expect(current_value?.length ?? 0).toBeLessThanOrEqual(300)
  expect(findings.length).toBeGreaterThan(3)
})

test('a fingerprint stays while the fault does, whatever else changes', () => {
  const of = (headers: Record<string, string | undefined>, url?: string) =>
    judgeHeaders(pageWith(headers, url === undefined ? {} : { url })).map(({ fingerprint }) => fingerprint)
  expect(of({ 'strict-transport-security': 'max-age=1' })).toEqual(
    of({ 'strict-transport-security': 'max-age=2', 'x-other': 'a' }, 'https://b.example/'),
  )
  expect(of({ 'strict-transport-security': 'max-age=1' })).not.toEqual(
    of({ 'strict-transport-security': undefined }),
  )
})

test.each([
  '<script '.repeat(100_000),
  '<!--'.repeat(200_000),
  '<'.repeat(1_000_000),
  `<p ${'a'.repeat(8_000)}>`.repeat(100),
  `<img src="x" a="`.repeat(60_000),
])('bait for slow patterns is read in time', (body) => {
  const started = process.cpuUsage().user
  judgeHeaders(pageWith(csp(undefined), { body }))
  expect((process.cpuUsage().user - started) / 1_000).toBeLessThan(2_000)
})

test('a source that is no host spoils neither the scan nor what else is seen', () => {
  const found = judgeHeaders(
    pageWith(csp("script-src 'unsafe-inline' https://[bad 'se\u0001lf' https://a:99999999")),
  )
  expect(found.map(({ rule_id }) => rule_id).sort()).toEqual(['csp_invalid', 'csp_unsafe_inline'])
})
