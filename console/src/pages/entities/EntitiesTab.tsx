import { useSuspenseQuery } from '@tanstack/react-query'
import { Braces, Table2 } from 'lucide-react'
import { type LoaderFunctionArgs, Outlet, redirect, useNavigate, useParams } from 'react-router'
import { queryClient } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityNav, useEntityName } from './EntityNav.tsx'
import { words } from './words.ts'

/** The first entity is shown when none is named. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workspace_id = '', app_id = '', entity_name } = params
  await loadForEditors(request, app_id, queries.schemas(app_id))
  const [first] = Object.keys(queryClient.getQueryData(queries.schemas(app_id).queryKey) ?? {})
  return entity_name === undefined && first ? redirect(paths.records(workspace_id, app_id, first)) : null
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const { data: schemas } = useSuspenseQuery(queries.schemas(app_id))
  const current = useEntityName()
  const names = Object.keys(schemas)

  if (names.length === 0) {
    return (
      <EmptyState
        icon={Table2}
        title={words.noEntitiesYet}
        action={
          <Button
            look="primary"
            icon={Braces}
            onPress={() => void navigate(paths.schemas(workspaceId, app_id))}
          >
            {words.describeAnEntity}
          </Button>
        }
      >
        {words.anEntityIsA}
      </EmptyState>
    )
  }
  return (
    <div className="lg:flex lg:min-h-[inherit]">
      <EntityNav
        label={words.entities}
        names={names}
        current={current}
        pathOf={(name) => paths.records(workspaceId, app_id, name)}
      />
      <div className="min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  )
}

/** Schemas say what an app keeps and who may see it, so only editors read them. */
export function ErrorBoundary() {
  return <EditorsOnly>{words.entitiesAndTheirRules}</EditorsOnly>
}
