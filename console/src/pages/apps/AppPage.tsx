import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type LoaderFunctionArgs, Outlet, useParams } from 'react-router'
import { load } from '../../api.ts'
import { queries } from '../../queries.ts'
import { AppHeader } from './AppHeader.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  return (
    <>
      <AppHeader app={app} actions={app.published_url && <OpenPublished url={app.published_url} />} />
      <Outlet />
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
      {words.open}
      <span className="sr-only">{words.inANewTab}</span>
    </a>
  )
}
