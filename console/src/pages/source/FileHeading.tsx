import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { visibleText } from '../../diff/visible-text.ts'
import { fill } from '../../language/fill.ts'
import { saveFile } from '../../save-file.ts'
import { sizeOf } from '../../size-of.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { blobOf } from './file-text.ts'
import { nameOf } from './source-tree.ts'
import { words } from './words.ts'

interface FileHeadingProps {
  file: { path: string; content: string; encoding: string; size: number }
  /** What is known of it in addition to its size. */
  facts: ReactNode
  actions: ReactNode
}

/** Which file it is, and what can be done with it. */
export function FileHeading({ file, facts, actions }: FileHeadingProps) {
  const { path, size } = file
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h2 className="flex items-center gap-1 font-mono text-sm font-medium">
          <span className="min-w-0 break-all">{visibleText(path)}</span>
          <CopyButton text={path} label={words.copyThePath} />
        </h2>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-3">
          <span>{sizeOf(size)}</span>
          {facts}
        </p>
      </div>
      <div className="ms-auto flex flex-wrap items-center gap-2">
        <IconButton
          size="sm"
          icon={Download}
          label={fill(words.downloadPath, { path: nameOf(path) })}
          onPress={() => saveFile(blobOf(file), nameOf(path))}
        />
        {actions}
      </div>
    </div>
  )
}
