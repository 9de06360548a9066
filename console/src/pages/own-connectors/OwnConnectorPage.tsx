import type { CustomDefinition } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { connectorsQueries } from '../../connectors-queries.ts'
import { fill } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { ConnectorIcon } from '../connectors/ConnectorIcon.tsx'
import { countOf } from '../connectors/connector-words.ts'
import { DefinitionForm } from './DefinitionForm.tsx'
import { asDefinition, BLANK } from './edit-definition.ts'
import { ForAdmins } from './ForAdmins.tsx'
import { loadForAdmins } from './load-for-admins.ts'
import { words } from './words.ts'

export function loader({ request, params }: LoaderFunctionArgs) {
  const { workspace_id = '', integration_type = '' } = params
  return loadForAdmins(request, workspace_id, connectorsQueries.ownOne(workspace_id, integration_type))
}

export function Component() {
  const { user_role } = useWorkspace()
  const { integration_type = '' } = useParams()
  if (canAdminister(user_role)) return <EditConnector key={integration_type} />
  return (
    <>
      <PageHeader title={words.connector} />
      <ForAdmins>{words.connectorsOfTheWorkspaceAre}</ForAdmins>
    </>
  )
}

function EditConnector() {
  const { id: workspaceId } = useWorkspace()
  const { integration_type = '' } = useParams()
  const navigate = useNavigate()
  const { data: connector } = useSuspenseQuery({
    ...connectorsQueries.ownOne(workspaceId, integration_type),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { definition, connection_count } = connector
  const list = paths.ownConnectors(workspaceId)
  usePageName(paths.ownConnector(workspaceId, integration_type), definition.display_name)
  const save = useAct({
    run: (next: CustomDefinition) =>
      workspaceClient(workspaceId).custom_connectors.update({ integration_type }, next),
    touches: ['own-connectors', 'connectors'],
    done: (saved) => fill(words.displayNameSaved, { displayName: saved.definition.display_name }),
    failure: 'inline',
  })
  return (
    <>
      <PageHeader
        title={definition.display_name}
        icon={<ConnectorIcon icon={definition.icon} name={definition.display_name} />}
        description={
          connection_count > 0
            ? fill(words.connectionCountConnectedByIt, {
                connectionCount: countOf(connection_count, words.appIs, words.appsAre),
              })
            : words.noAppIsConnectedBy
        }
      />
      <DefinitionForm
        first={asDefinition(definition) ?? BLANK}
        isDraft={false}
        isNew={false}
        submitLabel={words.saveConnector}
        act={save}
        onSubmit={(next) => save.mutate(next, { onSuccess: () => void navigate(list) })}
        onCancel={() => void navigate(list)}
      />
    </>
  )
}
