import type { AnswerOf, Operations } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink, Globe, Rocket, Unplug } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, load } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { sizeOf } from '../../size-of.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PublishSite } from './PublishSite.tsx'
import { Revisions } from './Revisions.tsx'
import { SiteDomains } from './SiteDomains.tsx'

type Site = AnswerOf<Operations['site']['read']>

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(
    request,
    queries.app(app_id),
    queries.site(app_id),
    queries.siteRevisions(app_id),
    queries.siteDomains(app_id),
  )
}

export function Component() {
  const { app_id = '' } = useParams()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: site } = useSuspenseQuery(queries.site(app_id))
  const [dialog, setDialog] = useState<'publish' | 'unpublish' | null>(null)
  const mayEdit = canEditApp(app)
  const close = () => setDialog(null)
  const publish = mayEdit && (
    <Button look="primary" icon={Rocket} onPress={() => setDialog('publish')}>
      Publish
    </Button>
  )

  return (
    <>
      {site.revisions_count === 0 ? (
        <EmptyState icon={Globe} title="Nothing published yet" {...(publish && { action: publish })}>
          Publish a folder of the app’s code here, or one of your machine with{' '}
          <code className="font-mono text-sm">atrium deploy dist --app {app_id}</code>.
        </EmptyState>
      ) : (
        <>
          <Panel title="Address" description="Where visitors find the app. Everybody who has it can open it.">
            <Address site={site} />
            {mayEdit && (
              <div className="mt-4 flex flex-wrap gap-2">
                {publish}
                {site.url && (
                  <Button look="danger-outline" icon={Unplug} onPress={() => setDialog('unpublish')}>
                    Unpublish
                  </Button>
                )}
              </div>
            )}
          </Panel>
          <Panel
            title="Revisions"
            description="What was published, newest first; the last 20 are kept. Visitors are switched to another one at once."
          >
            <Revisions appId={app_id} mayEdit={mayEdit} />
          </Panel>
        </>
      )}
      <Panel
        title="Domains"
        description="Names of your own for the site. Prove that one is yours, and point it to this server."
      >
        <SiteDomains appId={app_id} mayEdit={mayEdit} />
      </Panel>
      {dialog === 'publish' && <PublishSite appId={app_id} onClose={close} />}
      {dialog === 'unpublish' && <UnpublishSite appId={app_id} onClose={close} />}
    </>
  )
}

function Address({ site: { url, revision, spa_fallback } }: { site: Site }) {
  if (!url || !revision) {
    return (
      <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3">
        Not published. The revisions are kept, and can be previewed.
      </p>
    )
  }
  return (
    <div className="space-y-2">
      <p className="flex items-center gap-1">
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-w-0 items-center gap-1.5 font-medium hover:text-accent hover:underline"
        >
          <span className="truncate">{url}</span>
          <ExternalLink aria-hidden className="size-4 shrink-0" />
        </a>
        <CopyButton text={url} label="Copy the address of the site" />
      </p>
      <p className="text-sm text-ink-3">
        Revision {revision.number}: {revision.file_count} {revision.file_count === 1 ? 'file' : 'files'},{' '}
        {sizeOf(revision.bytes)}.{' '}
        {spa_fallback
          ? 'Pages without a file show the start page, as single-page apps need it.'
          : 'Pages without a file show 404.html.'}
      </p>
    </div>
  )
}

function UnpublishSite({ appId, onClose }: { appId: string; onClose: () => void }) {
  const unpublish = useAct({
    run: () => client.site.unpublish({ app_id: appId }),
    touches: ['site', 'apps'],
    done: () => 'Site unpublished',
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Unpublish the site?"
      confirmLabel="Unpublish"
      act={unpublish}
      onClose={onClose}
      onConfirm={() => unpublish.mutate(undefined, { onSettled: onClose })}
    >
      <p>Visitors find nothing any more, at its domains too. Revisions and domains are kept.</p>
    </ConfirmDialog>
  )
}
