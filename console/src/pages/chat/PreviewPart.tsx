import { ExternalLink, MonitorSmartphone, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { words } from './words.ts'

interface PreviewPartProps {
  appId: string
  /** Null while nothing can be shown. */
  url: string | null
  mayEdit: boolean
}

/** The site as the builder left it. Visitors see it once it is published. */
export function PreviewPart({ appId, url, mayEdit }: PreviewPartProps) {
  const { id: workspaceId } = useWorkspace()
  const [reloads, setReloads] = useState(0)
  return (
    <section
      aria-label={words.preview}
      className="flex flex-col border-t border-line lg:sticky lg:top-2 lg:h-[calc(100dvh-14rem)] lg:min-h-96 lg:border-t-0"
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="me-auto font-semibold">{words.preview}</h2>
        {url && isOurs(url) && (
          <IconButton
            icon={RotateCw}
            label={words.reloadThePreview}
            onPress={() => setReloads(reloads + 1)}
          />
        )}
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex h-8 items-center gap-1.5 px-2 text-sm text-ink-2 hover:text-accent hover:underline"
          >
            <ExternalLink aria-hidden className="size-4" />
            {words.open}
            <span className="sr-only">{words.thePreviewInA}</span>
          </a>
        )}
        {mayEdit && (
          <Link
            to={paths.site(workspaceId, appId)}
            className="inline-flex h-8 items-center rounded-md border border-control/60 px-3 text-sm font-medium hover:bg-hover"
          >
            {words.publish}
          </Link>
        )}
      </div>
      {url === null ? (
        <EmptyState icon={MonitorSmartphone} title={words.nothingToSeeYet}>
          {words.thePreviewAppearsWhen}
        </EmptyState>
      ) : isOurs(url) ? (
        <iframe
          key={`${url} ${reloads}`}
          src={url}
          title={words.previewOfTheApp}
          // Without an origin of its own it reaches nothing of the console, and it opens no dialogs over it.
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
          className="h-[70dvh] w-full flex-1 bg-white lg:h-auto"
        />
      ) : (
        <EmptyState icon={MonitorSmartphone} title={words.thePreviewHasAn}>
          <a href={url} target="_blank" rel="noreferrer noopener" className="text-accent hover:underline">
            {words.openItInA}
          </a>
        </EmptyState>
      )}
    </section>
  )
}

/** The policy of the console shows no pages of other origins. */
function isOurs(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === window.location.origin
}
