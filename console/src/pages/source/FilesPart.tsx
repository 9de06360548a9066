import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, FileCode2, FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { sizeOf } from '../../size-of.ts'
import { sourcePaths } from '../../source-paths.ts'
import { sourceQueries } from '../../source-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FileNow } from './FileNow.tsx'
import { NewFile } from './NewFile.tsx'
import { SourceTree } from './SourceTree.tsx'
import { words } from './words.ts'

/** The tree of files, and the one that the address names. */
export function Component() {
  const { app_id = '', path = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: tree } = useSuspenseQuery(sourceQueries.tree(app_id))
  const [isAdding, setAdding] = useState(false)
  const mayEdit = canEditApp(app)
  const paths = tree.files.map((file) => file.path)
  const addFile = mayEdit && (
    <Button size="sm" icon={FilePlus2} onPress={() => setAdding(true)}>
      {words.newFile}
    </Button>
  )
  return (
    <>
      {paths.length === 0 && path === '' ? (
        <EmptyState icon={FileCode2} title={words.noCodeYet} action={addFile}>
          {mayEdit ? words.createTheFirstFile : words.filesAppearHereWhen}
        </EmptyState>
      ) : (
        <div className="grid gap-x-6 gap-y-5 px-5 py-5 sm:px-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <section
            aria-label={words.files}
            className={classNames('min-w-0 space-y-3', path !== '' && 'max-lg:hidden')}
          >
            <div className="flex items-center justify-between gap-2">
              <p className="text-sm text-ink-3 tabular-nums">
                {paths.length} {paths.length === 1 ? 'file' : 'files'}, {sizeOf(tree.bytes)}
              </p>
              {addFile}
            </div>
            <SourceTree appId={app_id} paths={paths} current={path} />
          </section>
          <div className="min-w-0">
            {path === '' ? (
              <p className="py-10 text-center text-ink-3 max-lg:hidden">{words.chooseAFileTo}</p>
            ) : (
              <>
                <Link
                  to={sourcePaths.files(workspaceId, app_id)}
                  className="mb-3 inline-flex items-center gap-1.5 text-sm text-ink-2 hover:text-ink hover:underline lg:hidden"
                >
                  <ArrowLeft aria-hidden className="size-4" />
                  {words.allFiles}
                </Link>
                <FileNow key={path} appId={app_id} path={path} mayEdit={mayEdit} />
              </>
            )}
          </div>
        </div>
      )}
      {isAdding && <NewFile appId={app_id} taken={paths} onClose={() => setAdding(false)} />}
    </>
  )
}
