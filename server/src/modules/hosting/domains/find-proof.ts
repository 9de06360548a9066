import { DOMAIN_FILE_PATH } from '@atrium/contract/hosting'
import type { Deps } from '../deps.ts'
import type { DomainRow } from '../tables.ts'
import { recordName } from './domain-rules.ts'

/** A proof is a short line; more is not waited for. */
const MOST_BYTES = 1_024

/** Where the proof was found; null when nowhere. */
export async function findProof(
  deps: Pick<Deps, 'txtRecords' | 'outboundHttp'>,
  row: Pick<DomainRow, 'domain' | 'proof'>,
): Promise<'dns' | 'file' | null> {
  const texts = await deps.txtRecords.find(recordName(row.domain))
  if (texts.some((text) => text.trim() === row.proof)) return 'dns'
  for (const protocol of ['https', 'http']) {
    if (await hasFile(deps, `${protocol}://${row.domain}${DOMAIN_FILE_PATH}`, row.proof)) return 'file'
  }
  return null
}

/** Redirects are not followed: they may lead to where somebody else writes. */
async function hasFile(
  { outboundHttp }: Pick<Deps, 'outboundHttp'>,
  url: string,
  proof: string,
): Promise<boolean> {
  const outcome = await outboundHttp.send({
    method: 'GET',
    url,
    headers: { accept: 'text/plain' },
    body: null,
    deadlineMs: 5_000,
    keepBody: MOST_BYTES,
    keepBodyWhen: 'always',
  })
  return (
    outcome.kind === 'answered' && outcome.status === 200 && outcome.body.toString('utf8').trim() === proof
  )
}
