import { DOMAIN_FILE_PATH } from '@atrium/contract/hosting'
import type { DomainProofs } from '../../../ports/domain-proofs/port.ts'
import type { DomainRow } from '../tables.ts'
import { recordName } from './domain-rules.ts'

/** Where the proof was found; null when nowhere. */
export async function findProof(
  proofs: DomainProofs,
  { domain, proof }: Pick<DomainRow, 'domain' | 'proof'>,
): Promise<'dns' | 'file' | null> {
  const texts = await proofs.texts(recordName(domain))
  if (texts.some((text) => text.trim() === proof)) return 'dns'
  for (const protocol of ['https', 'http']) {
    const text = await proofs.file(`${protocol}://${domain}${DOMAIN_FILE_PATH}`)
    if (text?.trim() === proof) return 'file'
  }
  return null
}
