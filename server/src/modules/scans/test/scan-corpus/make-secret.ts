/** Secrets for tests, put together when they run, so that none stands in our own code. */
import { chanceBy } from '../../../../../test/chance.ts'

const HEX = '0123456789abcdef'
const ALPHABETS = {
  hex: HEX,
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  digits: '0123456789',
  letters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  base64: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/',
} as const

export interface SecretMaker {
  random(kind: keyof typeof ALPHABETS, length: number): string
  webToken(claims: object): string
  /** In the form of files, its lines ended by `end`. */
  privateKey(kind: string, end: string): string
}

/** Makes the same ones in every run, whatever other files make: each begins by itself. */
export function createSecretMaker(seed: number): SecretMaker {
  const { one } = chanceBy(seed)

  function random(kind: keyof typeof ALPHABETS, length: number): string {
    const letters = [...ALPHABETS[kind]]
    const text = Array.from({ length }, () => one(letters)).join('')
    return /\d/.test(text) || length < 6 || kind === 'digits' ? text : random(kind, length)
  }

  return {
    random,
    webToken(claims) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${random('letters', 43)}`
    },
    privateKey(kind, end) {
      const lines = Array.from({ length: 24 }, () => random('base64', 64))
      const dashes = '-'.repeat(5)
      return [
        `${dashes}BEGIN ${kind}PRIVATE ${'KEY'}${dashes}`,
        ...lines,
        `${dashes}END ${kind}PRIVATE ${'KEY'}${dashes}`,
      ].join(end)
    },
  }
}

export interface CodeCase {
  path: string
  code: string
  /** The value that must be found, and appear nowhere. */
  value: string
}

/** Code with the value where `@@` stands. */
export function planted(path: string, code: string, value: string): CodeCase {
  return { path, code: code.replace('@@', () => value), value }
}
