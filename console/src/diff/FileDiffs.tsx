import type { FileDiff } from '@atrium/sdk'
import { useState } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../language/fill.ts'
import { Badge } from '../ui/Badge.tsx'
import { PatchView } from './PatchView.tsx'
import { patchLines } from './patch-lines.ts'
import { visibleText } from './visible-text.ts'
import { words } from './words.ts'

interface FileDiffsProps {
  files: readonly FileDiff[]
  /** There are more files than are listed. */
  truncated?: boolean
  /** All are closed at first, where changes are not what the page is about. */
  isFolded?: boolean
  /** Where the whole file is shown; null when there is none. */
  pathOf?: (file: FileDiff) => string | null
}

/** Changes with more lines than these are opened by hand. */
const OPEN_LINES = 400
const OPEN_FILES = 12

const STATUSES: Record<
  FileDiff['status'],
  { label: string; tone: 'accent' | 'neutral' | 'caution' | 'danger' }
> = {
  added: { label: words.new, tone: 'accent' },
  modified: { label: words.changed, tone: 'neutral' },
  deleted: { label: words.deleted, tone: 'danger' },
  renamed: { label: words.renamed, tone: 'caution' },
}

/** Changed files, each with its lines. */
export function FileDiffs({ files, truncated = false, isFolded = false, pathOf }: FileDiffsProps) {
  return (
    <div className="space-y-3">
      <p className="text-sm text-ink-2">
        {fillWith(words.countedChangedLinecounts, {
          counted: <Counted count={files.length} one="file" several="files" />,
          linecounts: (
            <LineCounts
              additions={sumOf(files, ({ additions }) => additions)}
              deletions={sumOf(files, ({ deletions }) => deletions)}
            />
          ),
        })}
      </p>
      <ul aria-label={words.changedFiles} className="space-y-3">
        {files.map((file, place) => (
          <li key={`${file.old_path} ${file.path}`}>
            <FileChange
              file={file}
              isOpenAtFirst={!isFolded && place < OPEN_FILES && isShort(file)}
              to={pathOf?.(file) ?? null}
            />
          </li>
        ))}
      </ul>
      {truncated && <p className="text-sm text-ink-3">{words.thereAreMoreFiles}</p>}
    </div>
  )
}

const isShort = ({ additions, deletions }: FileDiff) => additions + deletions <= OPEN_LINES
const sumOf = (files: readonly FileDiff[], of: (file: FileDiff) => number) =>
  files.reduce((sum, file) => sum + of(file), 0)

interface FileChangeProps {
  file: FileDiff
  isOpenAtFirst: boolean
  to: string | null
}

function FileChange({ file, isOpenAtFirst, to }: FileChangeProps) {
  const { path, old_path, status, additions, deletions } = file
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { label, tone } = STATUSES[status]
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="overflow-hidden rounded-md border border-line"
    >
      <summary className="cursor-pointer bg-sunken px-3 py-2 text-sm hover:bg-hover">
        <span className="inline-flex max-w-[calc(100%-1.25rem)] flex-wrap items-center gap-x-2.5 gap-y-1 align-middle">
          <span className="min-w-0 font-mono text-xs break-all">
            {visibleText(old_path && old_path !== path ? `${old_path} → ${path}` : path)}
          </span>
          <Badge tone={tone}>{label}</Badge>
          <LineCounts additions={additions} deletions={deletions} />
        </span>
      </summary>
      {isOpen && <Change file={file} />}
      {isOpen && to !== null && (
        <p className="border-t border-line px-3 py-2 text-sm">
          <Link to={to} className="text-accent hover:underline">
            {fillWith(words.showTheWholeFile, { span: <span className="sr-only"> {path}</span> })}
          </Link>
        </p>
      )}
    </details>
  )
}

function Change({ file: { path, patch, is_binary, status, additions, deletions } }: { file: FileDiff }) {
  if (patch) return <PatchView lines={patchLines(patch)} label={fill(words.changesOfPath, { path })} />
  const why = is_binary
    ? words.notATextIts
    : additions + deletions > 0
      ? words.tooLongToBe
      : status === 'renamed'
        ? words.onlyItsNameChanged
        : words.noLinesChanged
  return <p className="px-3 py-2.5 text-sm text-ink-3">{why}</p>
}

/** For screen readers in words. */
export function LineCounts({ additions, deletions }: { additions: number; deletions: number }) {
  return (
    <span className="text-xs whitespace-nowrap tabular-nums">
      <span className="sr-only">
        {fillWith(words.additionsLinesAddedDeletions, { additions, deletions })}
      </span>
      <span aria-hidden>
        <span className="text-accent">+{additions}</span> <span className="text-danger">−{deletions}</span>
      </span>
    </span>
  )
}

export function Counted({ count, one, several }: { count: number; one: string; several: string }) {
  return (
    <span className="tabular-nums">
      {count} {count === 1 ? one : several}
    </span>
  )
}
