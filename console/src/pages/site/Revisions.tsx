import type { AnswerOf, Operations } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { queries } from '../../queries.ts'
import { sizeOf } from '../../size-of.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

type Revision = AnswerOf<Operations['site']['list_revisions']>['items'][number]

export function Revisions({ appId, mayEdit }: { appId: string; mayEdit: boolean }) {
  const { data: revisions } = useSuspenseQuery(queries.siteRevisions(appId))
  const [chosen, setChosen] = useState<Revision | null>(null)
  return (
    <>
      <ul aria-label={words.revisions} className="divide-y divide-line rounded-md border border-line">
        {revisions.map((revision) => (
          <li key={revision.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
            <RevisionText revision={revision} />
            <span className="inline-flex items-center gap-1">
              <a
                href={revision.preview_url}
                target="_blank"
                rel="noreferrer noopener"
                className="inline-flex h-7 items-center gap-1.5 px-2 text-sm text-ink-2 hover:text-accent hover:underline"
              >
                <Eye aria-hidden className="size-4" />
                {words.preview}
                <span className="sr-only">
                  {' '}
                  {fillWith(words.ofRevisionNumber, { number: revision.number })}
                </span>
              </a>
              <CopyButton
                text={revision.preview_url}
                label={fill(words.copyThePreviewAddress, { number: revision.number })}
              />
              {mayEdit && !revision.is_active && (
                <Button
                  size="sm"
                  aria-label={fill(words.makeLiveRevisionNumber, { number: revision.number })}
                  onPress={() => setChosen(revision)}
                >
                  {words.makeLive}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {chosen && <ActivateRevision appId={appId} revision={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function RevisionText({ revision }: { revision: Revision }) {
  const { number, message, is_active, created_by, created_date, file_count, bytes } = revision
  return (
    <div className="min-w-48 flex-1">
      <p className="flex items-center gap-2">
        <span className="font-medium tabular-nums">{number}</span>
        {is_active && <Badge tone="accent">{words.live}</Badge>}
        {message && <span className="min-w-0 truncate">{message}</span>}
      </p>
      <p className="text-sm text-ink-3">
        {fillWith(words.timeByCreatedByFileCount, {
          time: <Time at={created_date} />,
          createdBy: created_by ?? 'somebody',
          fileCount: file_count,
          file: file_count === 1 ? 'file' : 'files',
          bytes: sizeOf(bytes),
        })}
      </p>
    </div>
  )
}

interface ActivateRevisionProps {
  appId: string
  revision: Revision
  onClose: () => void
}

function ActivateRevision({ appId, revision, onClose }: ActivateRevisionProps) {
  const activate = useAct({
    run: () => client.site.activate({ app_id: appId, revision_id: revision.id }),
    touches: ['site', 'apps'],
    done: ({ number }) => fill(words.revisionNumberIsLive, { number }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.makeRevisionNumberLive, { number: revision.number })}
      confirmLabel={words.makeLive}
      look="primary"
      act={activate}
      onClose={onClose}
      onConfirm={() => activate.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.visitorsGetItsFiles}</p>
    </ConfirmDialog>
  )
}
