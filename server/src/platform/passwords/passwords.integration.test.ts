import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

describe('a password', () => {
  test('fits its own hash and no other', async () => {
    const hash = await hashPassword('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    for (const wrong of ['Correct horse', 'correct horse ', '', 'correct']) {
      expect(await verifyPassword(wrong, hash)).toBe(false)
    }
  })

  test('has another hash each time', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
  })

  test('may be long, of any script, and hold NUL', async () => {
    for (const password of ['x'.repeat(100_000), 'пароль 🔑', 'a\0b']) {
      const hash = await hashPassword(password)
      expect(await verifyPassword(password, hash)).toBe(true)
      expect(await verifyPassword(password.slice(0, -1), hash)).toBe(false)
    }
  })

  test('is checked at the cost that its hash names, so that old hashes go on to work', async () => {
    // From the reference implementation: argon2 -id -m 16 -t 2 -p 1, salt "somesalt".
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', reference)).toBe(true)
    expect(await verifyPassword('passwore', reference)).toBe(false)
  })

  test.each([
    null,
    '',
    'plain text',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=19456,t=2,p=1$AAAA',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA',
  ])('never fits a stored hash of %j', async (stored) => {
    expect(await verifyPassword('anything', stored)).toBe(false)
    expect(await verifyPassword('', stored)).toBe(false)
  })

  test('of nobody takes as long as one that is wrong', { tags: 'slow' }, async () => {
    const hash = await hashPassword('correct horse')
    const times = { known: [] as number[], unknown: [] as number[] }
    const time = async (kind: keyof typeof times, stored: string | null) => {
      const start = performance.now()
      await verifyPassword('wrong', stored)
      times[kind].push(performance.now() - start)
    }
    // In turns, so that whatever else the machine does meets both alike.
    for (let turn = 0; turn < 7; turn++) {
      await time('known', hash)
      await time('unknown', null)
    }
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
    expect(unknown).toBeGreaterThan(known / 3)
    expect(known).toBeGreaterThan(unknown / 3)
  })
})
