import type { CustomDefinition } from '@atrium/sdk'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { load, workspaceClient } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { BeginConnector } from './BeginConnector.tsx'
import { DefinitionForm } from './DefinitionForm.tsx'
import type { Draft } from './edit-definition.ts'
import { ForAdmins } from './ForAdmins.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  return load(request, queries.session())
}

export function Component() {
  const { user_role } = useWorkspace()
  const [draft, setDraft] = useState<Draft | null>(null)
  return (
    <>
      <PageHeader title="New connector" description="Held to the same checks as those of the gallery." />
      {!canAdminister(user_role) ? (
        <ForAdmins>Connectors of the workspace are added by those who administer it.</ForAdmins>
      ) : draft ? (
        <CreateConnector draft={draft} />
      ) : (
        <BeginConnector onBegin={setDraft} />
      )}
    </>
  )
}

function CreateConnector({ draft: { definition, notes } }: { draft: Draft }) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const list = paths.ownConnectors(workspaceId)
  const create = useAct({
    run: (next: CustomDefinition) => workspaceClient(workspaceId).custom_connectors.create(next),
    touches: ['own-connectors', 'connectors'],
    done: (created) => `${created.definition.display_name} added`,
    failure: 'inline',
  })
  return (
    <>
      {notes !== null && (
        <div className="max-w-4xl px-5 sm:px-8">
          <Notice title={notes.length > 0 ? 'Check these before you save' : 'Read from the description'}>
            {notes.length === 0 ? (
              'Look it over; nothing is saved yet.'
            ) : (
              <ul className="mt-1 list-disc space-y-1 pl-4">
                {notes.map((note) => (
                  <li key={note} className="break-words">
                    {note}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        </div>
      )}
      <DefinitionForm
        first={definition}
        isDraft={notes !== null}
        isNew
        submitLabel="Add connector"
        act={create}
        onSubmit={(next) => create.mutate(next, { onSuccess: () => void navigate(list) })}
        onCancel={() => void navigate(list)}
      />
    </>
  )
}
