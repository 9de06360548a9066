import { Type } from 'typebox'
import { output, refusal } from './agent-tool.ts'
import { fileTool } from './file-tool.ts'
import { innerPath, PathInput } from './path-input.ts'
import { LARGEST_FILE } from './read-file.ts'
import { replaceText } from './replace-text.ts'
import { bringsRedacted, decodeExactly, HIDDEN, isBinary } from './text-files.ts'
import { readTreeFile, writeTreeFile } from './tree-files.ts'
import { MOST_CONTENT } from './write-file.ts'

export const editFile = fileTool({
  name: 'edit_file',
  description:
    'Replaces a text in a file. The old text must stand in it exactly once, with its spaces and line breaks: take lines around it along, without the line numbers of read_file. With all, every place is replaced; with whole_words, only where it is a word of its own. An empty old text adds the new one at the end of the file.',
  input: Type.Object({
    path: PathInput('Such as src/main.ts'),
    old: Type.String({ maxLength: MOST_CONTENT }),
    new: Type.String({ maxLength: MOST_CONTENT }),
    all: Type.Optional(Type.Boolean()),
    whole_words: Type.Optional(Type.Boolean()),
  }),
  async run({ copy }, input) {
    const path = innerPath(input.path)
    const bytes = await readTreeFile(copy.tree, path, LARGEST_FILE)
    if (isBinary(bytes)) return refusal(`${path} is a binary file.`)
    const text = decodeExactly(bytes)
    if (text === null) return refusal(`${path} is not in UTF-8; an edit would damage it.`)
    const { old, new: fresh, all: isAll = false, whole_words: isWord = false } = input
    const replaced = replaceText(text, { old, new: fresh, isAll, isWord })
    if ('problem' in replaced) return refusal(`${path}: ${replaced.problem}`)
    if (bringsRedacted(text, replaced.text)) return refusal(HIDDEN)
    if (Buffer.byteLength(replaced.text) > LARGEST_FILE) return refusal(`${path} would be too large.`)
    await writeTreeFile(copy.tree, path, replaced.text)
    const { lines } = replaced
    const where = lines.length === 1 ? `line ${lines[0]}` : `${lines.length} places`
    return output(`Changed ${path} at ${where}.`)
  },
})
