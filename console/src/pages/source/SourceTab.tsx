import { type LoaderFunctionArgs, Outlet, useLocation, useParams } from 'react-router'
import { load } from '../../api.ts'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { sourcePaths } from '../../source-paths.ts'
import { sourceQueries } from '../../source-queries.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), sourceQueries.tree(app_id))
}

/** The code of an app: its files and its changes. */
export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { pathname } = useLocation()
  const files = sourcePaths.files(workspaceId, app_id)
  return (
    <>
      <PageTabs
        label={words.partsOfTheSource}
        tabs={[
          // An open file is a page of its own, and the tab stays current there.
          { to: pathname.startsWith(`${files}/files/`) ? pathname : files, label: words.files },
          { to: sourcePaths.commits(workspaceId, app_id), label: words.history, pages: true },
        ]}
      />
      <Outlet key={app_id} />
    </>
  )
}
