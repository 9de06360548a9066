import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createHashThreads, THREADS } from './hash-threads.ts'

const { hash: argon2id } = createHashThreads()

// OWASP's minimum for argon2id: 19 MiB, two passes.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** The PHC string of a password: algorithm, cost, salt and hash in one text. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon2id({ message: Buffer.from(password, 'utf8'), nonce, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(nonce)}$${text(tag)}`
}

/** Many, no more at once than there are threads, so that they never count as too many; null stays null. */
export async function hashPasswords(passwords: readonly (string | null)[]): Promise<(string | null)[]> {
  const hashes: (string | null)[] = []
  for (let at = 0; at < passwords.length; at += THREADS) {
    const some = passwords.slice(at, at + THREADS)
    hashes.push(...(await Promise.all(some.map((one) => (one === null ? null : hashPassword(one))))))
  }
  return hashes
}

/** Whether the password fits. Without a stored hash it still does the work, so that time shows nothing. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = stored === null ? null : PHC.exec(stored)
  const [, memory, passes, parallelism, salt, hash] = parsed ?? []
  const expected = Buffer.from(hash ?? '', 'base64')
  const tag = await argon2id({
    message: Buffer.from(password, 'utf8'),
    nonce: parsed ? Buffer.from(salt ?? '', 'base64') : DECOY_SALT,
    memory: Number(memory ?? COST.memory),
    passes: Number(passes ?? COST.passes),
    parallelism: Number(parallelism ?? COST.parallelism),
    tagLength: expected.length || COST.tagLength,
  })
  return parsed !== null && expected.length === tag.length && timingSafeEqual(expected, tag)
}

/** A hash that can be checked here, and at a cost that nobody can be made to regret. */
export function isPasswordHash(text: string): boolean {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(text) ?? []
  if (memory === undefined || salt === undefined || hash === undefined || text.length > 512) return false
  const isCheap = Number(memory) <= 262_144 && Number(passes) <= 10 && Number(parallelism) <= 4
  const isWhole = Number(memory) >= 8 * Number(parallelism) && Number(passes) >= 1 && Number(parallelism) >= 1
  return isCheap && isWhole && salt.length >= 11 && hash.length >= 22
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const DECOY_SALT = randomBytes(16)

function text(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
