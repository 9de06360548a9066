import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { output, refusal } from './agent-tool.ts'
import { removeEmptyFolders } from './delete-file.ts'
import { fileTool } from './file-tool.ts'
import { innerPath, PathInput } from './path-input.ts'
import { findEntry, makeFoldersOf } from './tree-files.ts'

export const moveFile = fileTool({
  name: 'move_file',
  description: 'Moves or renames a file or a folder. Nothing may be at the new path.',
  input: Type.Object({ from: PathInput('Such as src/old.ts'), to: PathInput('Such as src/new.ts') }),
  async run({ copy }, input) {
    const from = innerPath(input.from)
    const to = innerPath(input.to)
    if ((await findEntry(copy.tree, from)) === null) return refusal(`${from} does not exist.`)
    if ((await findEntry(copy.tree, to)) !== null) return refusal(`${to} is there already.`)
    if (to.startsWith(`${from}/`)) return refusal(`${to} is inside of ${from}.`)
    await makeFoldersOf(copy.tree, to)
    await rename(join(copy.tree, from), join(copy.tree, to))
    await removeEmptyFolders(copy.tree, from)
    return output(`Moved ${from} to ${to}.`)
  },
})
