/** Codes for the day on which the second factor is lost. 80 bits each, so that a hash of them cannot be guessed. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/db.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { factorStore } from './factor-store.ts'
import { base32 } from './totp.ts'

const CODES = 10

/** New ones in place of all others; they are shown once. */
export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeRecoveryCode)
  await factorStore(tx).replaceCodes(
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  )
  return codes
}

export function hashRecoveryCode(userId: string, code: string): Buffer {
  return hashSecret(`${userId} ${code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')}`)
}

function makeRecoveryCode(): string {
  const letters = base32(randomBytes(10)).toLowerCase()
  return letters.match(/.{4}/g)?.join('-') ?? letters
}
