import { expect, test } from 'vitest'
import { base32, findTotpStep, makeTotpSecret, totpCode, totpUri } from './totp.ts'

const SECRET = base32(Buffer.from('12345678901234567890'))

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code of the RFC is %s', (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code)
  expect(findTotpStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('a clock may differ by one step, not by two', () => {
  const now = new Date(1_234_567_890_000)
  const step = Math.floor(1_234_567_890 / 30)
  for (const [away, found] of [
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ] as const)
    expect(findTotpStep(SECRET, totpCode(SECRET, step + away), now)).toBe(found)
})

test.each(['', '28708', '2870822', '２８７０８２', 'abcdef'])('%j is no code', (code) => {
  expect(findTotpStep(SECRET, code, new Date(59_000))).toBeNull()
})

test('a secret has 160 bits, and an address names the account', () => {
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(makeTotpSecret()).not.toBe(makeTotpSecret())
  expect(totpUri('ABC', 'a+b@example.com', 'Atrium (x:1)')).toBe(
    'otpauth://totp/Atrium%20(x%3A1):a%2Bb%40example.com?secret=ABC&issuer=Atrium%20(x%3A1)',
  )
})
