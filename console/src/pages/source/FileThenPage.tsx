import type { SourceContent } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, load, queryClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { sourcePaths } from '../../source-paths.ts'
import { sourceQueries } from '../../source-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBox } from '../../ui/CodeBox.tsx'
import type { CodeFault } from '../../ui/code-fault.ts'
import { Notice } from '../../ui/Notice.tsx'
import { FileHeading } from './FileHeading.tsx'
import { linesOf, whyNotShown } from './file-text.ts'
import { words } from './words.ts'

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
            <span>{fillWith(words.asItWasAfter, { commitId: commit_id.slice(0, 12) })}</span>
            <Link
              to={sourcePaths.commits(workspaceId, app_id, { path })}
              className="hover:text-ink hover:underline"
            >
              {words.historyOfThisFile}
            </Link>
          </>
        }
        actions={
          canEditApp(app) && (
            <Button size="sm" icon={RotateCcw} onPress={() => setRestoring(true)}>
              {words.restoreThisText}
            </Button>
          )
        }
      />
      {hidden === null ? (
        <CodeBox
          label={fill(words.codeOfPath, { path })}
          path={path}
          value={linesOf(file.content)}
          isReadOnly
          onChange={() => {}}
          faults={NO_FAULTS}
          className="h-[min(42rem,70dvh)]"
        />
      ) : (
        <Notice>{fillWith(words.hiddenDownloadItTo, { hidden })}</Notice>
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
  const restore = useAct({
    run: async () => {
      // As it is now: nobody sees it here, and its history keeps what is replaced.
      const { files } = await queryClient.fetchQuery(sourceQueries.tree(appId))
      // 0: it is gone, and stays so until it is written now.
      const revision = files.find((each) => each.path === path)?.revision ?? 0
      return client.source.write_file(
        { app_id: appId, path },
        {
          content,
          encoding,
          revision,
          message: fill(words.restorePathOfCommitId, { path, commitId: commit_id.slice(0, 12) }),
        },
      )
    },
    touches: ['source'],
    done: ({ changed }) =>
      changed ? fill(words.pathRestored, { path }) : fill(words.pathIsLikeThis, { path }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.restorePath, { path })}
      confirmLabel={words.restoreFile}
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
      <p>{words.thisTextBecomesA}</p>
    </ConfirmDialog>
  )
}
