import type { BackendFunction } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { data, type LoaderFunctionArgs, Outlet, useParams } from 'react-router'
import { useAct } from '../../act.ts'
import { client, load, queryClient } from '../../api.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { fill } from '../../language/fill.ts'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type FunctionPart, paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DeleteFunction } from './DeleteFunction.tsx'
import { DeployBar } from './DeployBar.tsx'
import { DeployFailure } from './DeployFailure.tsx'
import { type FunctionDraft, type FunctionParts, useFunctionDraft } from './function-draft.ts'
import { words } from './words.ts'

export async function loader({ request, params: { app_id = '', name = '' } }: LoaderFunctionArgs) {
  await load(request, queries.app(app_id), functionsQueries.list(app_id))
  const functions = queryClient.getQueryData(functionsQueries.list(app_id).queryKey)
  if (!functions?.some((each) => each.name === name)) throw data(null, { status: 404 })
  return null
}

export function Component() {
  const { app_id = '', name = '' } = useParams()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: functions } = useSuspenseQuery(functionsQueries.list(app_id))
  const deployed = functions.find((each) => each.name === name)
  // A draft belongs to one function.
  return deployed ? (
    <Editor key={`${app_id} ${name}`} appId={app_id} deployed={deployed} canEdit={canEditApp(app)} />
  ) : null
}

interface EditorProps {
  appId: string
  deployed: BackendFunction
  canEdit: boolean
}

function Editor({ appId, deployed, canEdit }: EditorProps) {
  const { name, automations } = deployed
  const { id: workspaceId } = useWorkspace()
  const draft = useFunctionDraft(appId, deployed, canEdit)
  const [isDeleting, setDeleting] = useState(false)
  const base = paths.function(workspaceId, appId, name)
  // The parts of one function share its draft.
  useUnsavedWork(
    () => draft.isChanged,
    (pathname) => pathname === base || pathname.startsWith(`${base}/`),
  )
  const deploy = useAct({
    run: ({ entry, files, access }: FunctionParts) =>
      client.functions.deploy({ app_id: appId, name }, { entry, files: [...files], access, automations }),
    touches: ['functions'],
    done: () => fill(words.nameDeployed, { name }),
    failure: 'inline',
  })
  const submit = () => {
    const { entry, files, access } = draft
    deploy.mutate(
      { entry, files, access },
      { onSuccess: () => draft.setRefusal(null), onError: (error) => draft.setRefusal(error) },
    )
  }
  const part = (to: FunctionPart, label: string) => ({
    to: paths.functionPart(workspaceId, appId, name, to),
    label,
  })

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pt-5 sm:px-8">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight break-all">{name}</h2>
        </div>
        {canEdit && (
          <div className="ms-auto">
            <Menu
              label={fill(words.actionsForName, { name })}
              trigger={<IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
            >
              <MenuItem icon={Trash2} tone="danger" onAction={() => setDeleting(true)}>
                {words.deleteFunction}
              </MenuItem>
            </Menu>
          </div>
        )}
      </div>
      <PageTabs
        label={fill(words.partsOfName, { name })}
        tabs={[
          { to: base, label: words.code },
          part('invoke', 'Invoke'),
          ...(canEdit ? [part('logs', 'Logs')] : []),
          part('invocations', 'Invocations'),
          part('deployments', 'Deployments'),
          part('automations', 'Automations'),
        ]}
      />
      {draft.isChanged && draft.isOvertaken && (
        <div className="px-5 pt-4 sm:px-8">
          <Notice tone="caution" title={words.somebodyDeployedThisFunction}>
            {words.deployingReplacesWhatThey}
          </Notice>
        </div>
      )}
      {deploy.error && !deploy.isPending && draft.isChanged && (
        <DeployFailure draft={draft} error={deploy.error} />
      )}
      <Outlet context={draft satisfies FunctionDraft} />
      {draft.isChanged && (
        <DeployBar
          draft={draft}
          isPending={deploy.isPending}
          onDeploy={submit}
          onDiscard={() => {
            draft.discard()
            deploy.reset()
          }}
        />
      )}
      {isDeleting && <DeleteFunction appId={appId} name={name} onClose={() => setDeleting(false)} />}
    </>
  )
}
