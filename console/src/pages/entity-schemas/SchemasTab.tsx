import { useSuspenseQuery } from '@tanstack/react-query'
import { Braces, Plus } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, Outlet, redirect, useParams } from 'react-router'
import { queryClient } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityNav, useEntityName } from '../entities/EntityNav.tsx'
import { CreateEntity } from './CreateEntity.tsx'
import { words } from './words.ts'

export { ErrorBoundary } from '../entities/EntitiesTab.tsx'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workspace_id = '', app_id = '', name } = params
  await loadForEditors(request, app_id, queries.schemas(app_id))
  const [first] = Object.keys(queryClient.getQueryData(queries.schemas(app_id).queryKey) ?? {})
  return name === undefined && first ? redirect(paths.schema(workspace_id, app_id, first)) : null
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const current = useEntityName()
  const { data: schemas } = useSuspenseQuery(queries.schemas(app_id))
  const [isCreating, setCreating] = useState(false)
  const names = Object.keys(schemas)
  const createButton = (
    <Button
      look={names.length === 0 ? 'primary' : 'secondary'}
      size={names.length === 0 ? 'md' : 'sm'}
      icon={Plus}
      onPress={() => setCreating(true)}
    >
      {words.newEntity}
    </Button>
  )

  return (
    <>
      {names.length === 0 ? (
        <EmptyState icon={Braces} title={words.noEntitiesYet} action={createButton}>
          {words.anEntityIsA}
        </EmptyState>
      ) : (
        <div className="lg:flex lg:min-h-[inherit]">
          <EntityNav
            label={words.entities}
            names={names}
            current={current}
            pathOf={(name) => paths.schema(workspaceId, app_id, name)}
            action={createButton}
          />
          <div className="min-w-0 flex-1">
            <Outlet />
          </div>
        </div>
      )}
      {isCreating && <CreateEntity appId={app_id} taken={names} onClose={() => setCreating(false)} />}
    </>
  )
}
