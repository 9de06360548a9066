import { useSuspenseQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { load } from '../../api.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp, NEEDS_APP_EDITOR, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AppSettings } from './AppSettings.tsx'
import { Collaborators } from './Collaborators.tsx'
import { DeleteApp } from './DeleteApp.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), queries.collaborators(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const mayEdit = canEditApp(app)

  return (
    <>
      {!mayEdit && (
        <div className="px-5 pt-4 sm:px-8">
          <Notice>{fillWith(words.needsAppEditorAnEditorOf, { needsAppEditor: NEEDS_APP_EDITOR })}</Notice>
        </div>
      )}
      <div>
        <Panel title={words.settings} description={fill(words.howTheKindPresents, { kind: app.kind })}>
          <AppSettings key={app.id} app={app} />
        </Panel>
        <Panel title={words.collaborators} description={fill(words.peopleGivenThisKind, { kind: app.kind })}>
          <Collaborators app={app} />
        </Panel>
        <Panel title={words.delete} description={fill(words.takesEverythingInThe, { kind: app.kind })}>
          <Button
            look="danger-outline"
            icon={Trash2}
            onPress={() => setDeleting(true)}
            disabledReason={unlessAllowed(mayEdit, NEEDS_APP_EDITOR)}
          >
            {fillWith(words.deleteThisKind, { kind: app.kind })}
          </Button>
        </Panel>
      </div>
      {isDeleting && (
        <DeleteApp
          app={app}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(paths.apps(workspaceId))}
        />
      )}
    </>
  )
}
