import type { SourceContent } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, load } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { sourcePaths } from '../../source-paths.ts'
import { sourceQueries } from '../../source-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBox, type CodeFault } from '../../ui/CodeBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FileHeading } from './FileHeading.tsx'
import { linesOf, whyNotShown } from './file-text.ts'

export function loader({ request, params: { app_id = '', commit_id = '', path = '' } }: LoaderFunctionArgs) {
  return load(request, sourceQueries.fileThen(app_id, path, commit_id))
}

/** A file as it was after a commit; editors bring it back as a new change. */
export function Component() {
  const { app_id = '', commit_id = '', path = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: file } = useSuspenseQuery(sourceQueries.fileThen(app_id, path, commit_id))
  const [isRestoring, setRestoring] = useState(false)
  const hidden = whyNotShown(file)
  return (
    <section aria-label={path} className="px-5 py-5 sm:px-8">
      <FileHeading
        file={file}
        facts={
          <>
            <span>As it was after commit {commit_id.slice(0, 12)}</span>
            <Link
              to={sourcePaths.commits(workspaceId, app_id, { path })}
              className="hover:text-ink hover:underline"
            >
              History of this file
            </Link>
          </>
        }
        actions={
          canEditApp(app) && (
            <Button size="sm" icon={RotateCcw} onPress={() => setRestoring(true)}>
              Restore this text
            </Button>
          )
        }
      />
      {hidden === null ? (
        <CodeBox
          label={`Code of ${path}`}
          path={path}
          value={linesOf(file.content)}
          isReadOnly
          onChange={() => {}}
          faults={NO_FAULTS}
          className="h-[min(42rem,70dvh)]"
        />
      ) : (
        <Notice>{hidden} Download it to look into it.</Notice>
      )}
      {isRestoring && <RestoreFile appId={app_id} file={file} onClose={() => setRestoring(false)} />}
    </section>
  )
}

const NO_FAULTS: readonly CodeFault[] = []

interface RestoreFileProps {
  appId: string
  file: SourceContent
  onClose: () => void
}

function RestoreFile({ appId, file, onClose }: RestoreFileProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const { path, content, encoding, commit_id } = file
  const { data: tree } = useSuspenseQuery(sourceQueries.tree(appId))
  // 0: it is gone, and stays so until it is written now.
  const revision = tree.files.find((each) => each.path === path)?.revision ?? 0
  const restore = useAct({
    run: () =>
      client.source.write_file(
        { app_id: appId, path },
        { content, encoding, revision, message: `Restore ${path} of ${commit_id.slice(0, 12)}` },
      ),
    touches: ['source'],
    done: ({ changed }) => (changed ? `${path} restored` : `${path} is like this already`),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Restore ${path}?`}
      confirmLabel="Restore file"
      look="primary"
      act={restore}
      onClose={onClose}
      onConfirm={() =>
        restore.mutate(undefined, {
          onSuccess: () => void navigate(sourcePaths.file(workspaceId, appId, path)),
          onSettled: onClose,
        })
      }
    >
      <p>This text becomes a new change of the file. What the file holds now stays in the history.</p>
    </ConfirmDialog>
  )
}
