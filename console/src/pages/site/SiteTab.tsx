import type { AnswerOf, Operations } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink, Globe, Rocket, Unplug } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, load } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fillWith } from '../../language/fill.ts'
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
import { words } from './words.ts'

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
      {words.publish}
    </Button>
  )

  return (
    <>
      {site.revisions_count === 0 ? (
        <EmptyState icon={Globe} title={words.nothingPublishedYet} {...(publish && { action: publish })}>
          {fillWith(words.publishAFolderOf, {
            code: <code className="font-mono text-sm">atrium deploy dist --app {app_id}</code>,
          })}
        </EmptyState>
      ) : (
        <>
          <Panel title={words.address} description={words.whereVisitorsFindThe}>
            <Address site={site} />
            {mayEdit && (
              <div className="mt-4 flex flex-wrap gap-2">
                {publish}
                {site.url && (
                  <Button look="danger-outline" icon={Unplug} onPress={() => setDialog('unpublish')}>
                    {words.unpublish}
                  </Button>
                )}
              </div>
            )}
          </Panel>
          <Panel title={words.revisions} description={words.whatWasPublishedNewest}>
            <Revisions appId={app_id} mayEdit={mayEdit} />
          </Panel>
        </>
      )}
      <Panel title={words.domains} description={words.namesOfYourOwn}>
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
      <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3">{words.notPublishedTheRevisions}</p>
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
        <CopyButton text={url} label={words.copyTheAddressOfThe} />
      </p>
      <p className="text-sm text-ink-3">
        {fillWith(words.revisionNumberFileCountFile, {
          number: revision.number,
          fileCount: revision.file_count,
          file: revision.file_count === 1 ? 'file' : 'files',
          bytes: sizeOf(revision.bytes),
          pagesWithout: spa_fallback ? words.pagesWithoutAFile : words.pagesWithoutAFileShow,
        })}
      </p>
    </div>
  )
}

function UnpublishSite({ appId, onClose }: { appId: string; onClose: () => void }) {
  const unpublish = useAct({
    run: () => client.site.unpublish({ app_id: appId }),
    touches: ['site', 'apps'],
    done: () => words.siteUnpublished,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.unpublishTheSite}
      confirmLabel={words.unpublish}
      act={unpublish}
      onClose={onClose}
      onConfirm={() => unpublish.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.visitorsFindNothingAny}</p>
    </ConfirmDialog>
  )
}
