import type { InputOf, operations } from '@atrium/contract'
import { drawImage } from '../../platform/images/draw-image.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { fileUrl } from './file-address.ts'
import { paidUse } from './paid-use.ts'
import { storeFile } from './store-file.ts'

const SIZE = { width: 512, height: 512 }

export async function generateImage(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.integrations.generate_image>,
) {
  const app = await deps.access.visit(caller, params.app_id)
  return paidUse(deps, app, 'generation', async (spend) => {
    const image = await drawImage(body.prompt, SIZE)
    const wanted = {
      app_id: app.id,
      visibility: 'public' as const,
      name: 'image.png',
      content_type: 'image/png',
      bytes: only(image),
      created_by: app.user?.id ?? null,
    }
    const file = await storeFile(deps, wanted, spend)
    return { url: fileUrl(deps.filesUrl(), file) }
  })
}

async function* only(bytes: Uint8Array) {
  yield bytes
}
