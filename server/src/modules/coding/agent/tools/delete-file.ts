import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { foldersOf } from '../../../../platform/files/file-paths.ts'
import { output, refusal } from './agent-tool.ts'
import { fileTool } from './file-tool.ts'
import { innerPath, PathInput } from './path-input.ts'
import { findEntry } from './tree-files.ts'

export const deleteFile = fileTool({
  name: 'delete_file',
  description: 'Deletes a file, or a folder with all that is in it.',
  input: Type.Object({ path: PathInput('Such as src/old.ts') }),
  async run({ copy }, input) {
    const path = innerPath(input.path)
    const kind = await findEntry(copy.tree, path)
    if (kind === null) return refusal(`${path} does not exist.`)
    // A link goes itself, not what it leads to.
    await rm(join(copy.tree, path), { recursive: true })
    await removeEmptyFolders(copy.tree, path)
    return output(`Deleted ${path}${kind === 'folder' ? ' and all that was in it' : ''}.`)
  },
})

/** git stores no empty folders. */
export async function removeEmptyFolders(tree: string, path: string): Promise<void> {
  for (const folder of foldersOf(path).reverse()) {
    const isGone = await rmdir(join(tree, folder)).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}
