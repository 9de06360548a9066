/** The code of apps, as coding reads and changes it. */
import type { BuiltApps } from '../modules/coding/index.ts'
import { type AppSource, changeSourceFiles, type SourceDeps } from '../modules/source/index.ts'
import { refuse } from '../platform/errors.ts'

export interface SourceParts extends SourceDeps {
  appSource: AppSource
}

export function createBuiltSource(
  others: () => SourceParts,
): Pick<BuiltApps, 'sourceRevision' | 'sourceFiles' | 'changeSource'> {
  return {
    sourceRevision: (appId) => others().appSource.revision(appId),
    async *sourceFiles(appId) {
      for await (const { path, id, size, read } of others().appSource.files(appId))
        yield { path, id, size, read: () => readUnlessGone(read) }
    },
    changeSource: (change) => changeSourceFiles(others(), change),
  }
}

async function readUnlessGone(read: () => Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ObjectMissing') return null
    if (cause instanceof Error && cause.name === 'SourceUnavailable')
      throw refuse('source_unavailable', { cause })
    throw cause
  }
}
