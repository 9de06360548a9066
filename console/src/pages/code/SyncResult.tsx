import type { SyncedSource } from '@atrium/sdk'
import { Notice } from '../../ui/Notice.tsx'

const REASONS: Record<SyncedSource['skipped'][number]['reason'], string> = {
  too_large: 'too large',
  not_a_file: 'not a usual file',
  bad_name: 'a name that cannot be stored',
}

/** What pushing or pulling came to; what could not be brought over stands by name. */
export function SyncResult({ did, result }: { did: 'push' | 'pull'; result: SyncedSource }) {
  const { files, branch, commit, skipped } = result
  return (
    <div className="mb-4">
      <Notice tone={skipped.length > 0 ? 'caution' : 'info'} title={did === 'push' ? 'Pushed' : 'Pulled'}>
        <p>
          {files} {files === 1 ? 'file' : 'files'} changed {did === 'push' ? 'on' : 'from'}{' '}
          <code className="font-mono text-xs">{branch}</code>, at{' '}
          <code className="font-mono text-xs">{commit.slice(0, 10)}</code>.
        </p>
        {skipped.length > 0 && (
          <>
            <p className="mt-1.5">Left out:</p>
            <ul className="mt-0.5 list-disc pl-5">
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
