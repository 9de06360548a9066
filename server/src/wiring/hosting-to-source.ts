import type { SiteSource } from '../modules/hosting/index.ts'
import type { AppSource, AppSourceFile } from '../modules/source/index.ts'
import { refuse } from '../platform/errors.ts'

/** How often the code may change while it is read. */
const MOST_TRIES = 5

/** Sites are published from the code of their app, as it was at one moment. */
export function createSiteSource(appSource: AppSource): SiteSource {
  return {
    async read(appId, wants, checkSizes) {
      for (let tried = 0; tried < MOST_TRIES; tried++) {
        const revision = await appSource.revision(appId)
        const wanted: AppSourceFile[] = []
        for await (const file of appSource.files(appId)) if (wants(file.path)) wanted.push(file)
        checkSizes(wanted.map(({ size }) => size))
        const files = await readAll(wanted)
        if (files && (await appSource.revision(appId)) === revision) return files
      }
      throw refuse('source_unavailable', { headers: { 'Retry-After': '1' } })
    },
  }
}

/** Null when one of them is not there any more. */
async function readAll(wanted: readonly AppSourceFile[]) {
  try {
    const files: { path: string; bytes: Buffer }[] = []
    for (const { path, read } of wanted) files.push({ path, bytes: Buffer.from(await read()) })
    return files
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'SourceUnavailable')
      throw refuse('source_unavailable', { cause })
    if (cause instanceof Error && cause.name === 'ObjectMissing') return null
    throw cause
  }
}
