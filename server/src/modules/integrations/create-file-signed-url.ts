import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { readAddress, signedUrl } from './file-address.ts'
import { fileStore } from './store.ts'

const USUAL_SECONDS = 300

export async function createFileSignedUrl(
  { db, clock, access, secrets, filesUrl }: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.integrations.create_file_signed_url>,
) {
  const app = await access.visit(caller, params.app_id)
  const address = readAddress(body.file_uri)
  const file = address?.app_id === app.id ? await fileStore(db).findByKey(app.id, address.key) : undefined
  if (file?.visibility !== 'private') throw refuse('file_not_found')
  const expires = Math.floor(clock.now().getTime() / 1000) + (body.expires_in ?? USUAL_SECONDS)
  return { signed_url: signedUrl(secrets, filesUrl(), file, expires) }
}
