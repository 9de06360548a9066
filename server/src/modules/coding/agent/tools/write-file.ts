import { Type } from 'typebox'
import { output, refusal } from './agent-tool.ts'
import { fileTool } from './file-tool.ts'
import { innerPath, PathInput } from './path-input.ts'
import { LARGEST_FILE } from './read-file.ts'
import { bringsRedacted, countLines, HIDDEN } from './text-files.ts'
import { findEntry, readTreeFile, writeTreeFile } from './tree-files.ts'

/** In bytes of UTF-8. */
export const MOST_CONTENT = 1_000_000

export const writeFile = fileTool({
  name: 'write_file',
  description:
    'Makes a file with its folders, or replaces all that is in it. To change a part, use edit_file.',
  input: Type.Object({
    path: PathInput('Such as src/main.ts'),
    content: Type.String({ maxLength: MOST_CONTENT }),
  }),
  async run({ copy }, input) {
    const path = innerPath(input.path)
    const content = input.content.toWellFormed()
    if (Buffer.byteLength(content) > MOST_CONTENT) return refusal(`A file has at most ${MOST_CONTENT} bytes.`)
    if (await isHidden(copy.tree, path, content)) return refusal(HIDDEN)
    const { isNew } = await writeTreeFile(copy.tree, path, content)
    return output(`${isNew ? 'Created' : 'Replaced'} ${path} (${countLines(content)}).`)
  },
})

async function isHidden(tree: string, path: string, content: string): Promise<boolean> {
  if (!bringsRedacted('', content)) return false
  if ((await findEntry(tree, path)) === null) return false
  return bringsRedacted((await readTreeFile(tree, path, LARGEST_FILE)).toString('utf8'), content)
}
