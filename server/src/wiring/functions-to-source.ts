import { MAX_FUNCTION_BYTES, MAX_FUNCTION_FILES } from '@atrium/contract/functions'
import type { AppSource } from '../modules/source/index.ts'
import type { SourceFile } from '../ports/function-runtime/port.ts'

/** The files of a function, where they lie in the code of its app; binary ones are no code and are left out. */
export function createSourceFolder(appSource: Pick<AppSource, 'files'>) {
  return async (appId: string, folder: string): Promise<SourceFile[]> => {
    const files: SourceFile[] = []
    let bytes = 0
    for await (const { path, size, read } of appSource.files(appId, folder)) {
      bytes += size
      // One more than a function may have is enough to be refused.
      if (files.length > MAX_FUNCTION_FILES || bytes > MAX_FUNCTION_BYTES + size) break
      const content = textOf(await read())
      if (content !== null) files.push({ path: path.slice(folder.length + 1), content })
    }
    return files
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
