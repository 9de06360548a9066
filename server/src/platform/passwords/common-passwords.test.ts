import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each(['password', '12345678', 'PassWord', 'QWERTYUIOP', 'iloveyou1', 'Ｐassword'])(
  '%s is common',
  (text) => {
    expect(isCommonPassword(text)).toBe(true)
  },
)

test.each(['correct horse battery staple', 'password of the day', '', '\n', 'toString', '__proto__'])(
  '%j is not',
  (text) => {
    expect(isCommonPassword(text)).toBe(false)
  },
)
