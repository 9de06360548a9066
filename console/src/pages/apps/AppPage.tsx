import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { load } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp, NEEDS_APP_EDITOR, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import { AppIcon } from './AppIcon.tsx'
import { AppSettings } from './AppSettings.tsx'
import { KINDS } from './app-words.ts'
import { Collaborators } from './Collaborators.tsx'
import { DeleteApp } from './DeleteApp.tsx'

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
      <PageHeader
        title={app.name}
        above={
          <Link to={paths.apps(workspaceId)} className="hover:text-ink hover:underline">
            All apps
          </Link>
        }
        icon={<AppIcon kind={app.kind} />}
        description={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
            <Badge>{KINDS[app.kind].label}</Badge>
            <span className="inline-flex items-center gap-0.5 font-mono text-xs">
              {app.id}
              <CopyButton text={app.id} label="Copy app id" />
            </span>
            <span>
              Updated <Time at={app.updated_date} />
            </span>
          </div>
        }
        actions={app.published_url && <OpenPublished url={app.published_url} />}
      />
      {!mayEdit && (
        <div className="px-5 pb-4 sm:px-8">
          <Notice>{NEEDS_APP_EDITOR} An editor of the workspace can give you more.</Notice>
        </div>
      )}
      <div className="border-t border-line">
        <Panel title="Settings" description="How the app presents itself, and to whom.">
          <AppSettings key={app.id} app={app} />
        </Panel>
        <Panel
          title="Collaborators"
          description="People given this app beside the members of the workspace who can open it anyway."
        >
          <Collaborators app={app} />
        </Panel>
        <Panel title="Delete" description="Takes everything in the app with it.">
          <Button
            look="danger-outline"
            icon={Trash2}
            onPress={() => setDeleting(true)}
            disabledReason={unlessAllowed(mayEdit, NEEDS_APP_EDITOR)}
          >
            Delete this {app.kind}
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

/** The address was typed by someone: only web pages may be opened from it. */
function OpenPublished({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex h-9 items-center gap-2 rounded-md border border-control/60 bg-surface px-3.5 font-medium hover:bg-hover"
    >
      <ExternalLink aria-hidden className="size-4" />
      Open
      <span className="sr-only">in a new tab</span>
    </a>
  )
}
