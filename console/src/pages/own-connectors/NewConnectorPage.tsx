import type { CustomDefinition } from '@atrium/sdk'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { load, workspaceClient } from '../../api.ts'
import { fill } from '../../language/fill.ts'
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
import { words } from './words.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return load(request, queries.session())
}

export function Component() {
  const { user_role } = useWorkspace()
  const [draft, setDraft] = useState<Draft | null>(null)
  return (
    <>
      <PageHeader title={words.newConnector} description={words.heldToTheSame} />
      {!canAdminister(user_role) ? (
        <ForAdmins>{words.connectorsOfTheWorkspace}</ForAdmins>
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
    done: (created) => fill(words.displayNameAdded, { displayName: created.definition.display_name }),
    failure: 'inline',
  })
  return (
    <>
      {notes !== null && (
        <div className="max-w-4xl px-5 sm:px-8">
          <Notice title={notes.length > 0 ? words.checkTheseBeforeYou : words.readFromTheDescription}>
            {notes.length === 0 ? (
              words.lookItOverNothing
            ) : (
              <ul className="mt-1 list-disc space-y-1 ps-4">
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
        submitLabel={words.addConnector}
        act={create}
        onSubmit={(next) => create.mutate(next, { onSuccess: () => void navigate(list) })}
        onCancel={() => void navigate(list)}
      />
    </>
  )
}
