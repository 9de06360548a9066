import type { SyncedSource } from '@atrium/sdk'
import { fillWith } from '../../language/fill.ts'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'

const REASONS: Record<SyncedSource['skipped'][number]['reason'], string> = {
  too_large: words.tooLarge,
  not_a_file: words.notAUsualFile,
  bad_name: words.aNameThatCannot,
}

/** What pushing or pulling came to; what could not be brought over stands by name. */
export function SyncResult({ did, result }: { did: 'push' | 'pull'; result: SyncedSource }) {
  const { files, branch, commit, skipped } = result
  return (
    <div className="mb-4">
      <Notice
        tone={skipped.length > 0 ? 'caution' : 'info'}
        title={did === 'push' ? words.pushed : words.pulled}
      >
        <p>
          {fillWith(words.filesFileChangedOn, {
            files,
            file: files === 1 ? 'file' : 'files',
            on: did === 'push' ? 'on' : 'from',
            code: <code className="font-mono text-xs">{branch}</code>,
            code2: <code className="font-mono text-xs">{commit.slice(0, 10)}</code>,
          })}
        </p>
        {skipped.length > 0 && (
          <>
            <p className="mt-1.5">{words.leftOut2}</p>
            <ul className="mt-0.5 list-disc ps-5">
              {skipped.map(({ path, reason }) => (
                <li key={path}>
                  <code className="font-mono text-xs break-all">{path}</code>, {REASONS[reason]}
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  )
}
