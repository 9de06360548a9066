import { readFileSync } from 'node:fs'

/** What is said where such a password is refused. */
export const TOO_COMMON = 'This is one of the 10,000 most common passwords. Choose another.'

const LIST = new URL('./common-passwords.txt', import.meta.url)
let common: ReadonlySet<string> | null = null

/** Whether those who guess passwords try it among the first, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(LIST, 'utf8').trim().split('\n'))
  return common.has(password.normalize('NFKC').toLowerCase())
}
