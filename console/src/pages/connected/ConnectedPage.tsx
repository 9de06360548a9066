import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fill } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { announceReturn } from '../connectors/connected-news.ts'
import { SignedOutFrame } from '../sign-in/SignedOutFrame.tsx'
import { outcomeWords } from './outcome-words.ts'
import { words } from './words.ts'

/** Where the callback leads: says how it went, and closes itself where another tab waits for it. */
export function Component() {
  const [search] = useSearchParams()
  const appId = search.get('app_id') ?? ''
  const type = search.get('integration_type') ?? ''
  const { title, text, isGood } = outcomeWords(search.get('outcome'))
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const of = { app_id: appId, integration_type: type }
    return announceReturn(of, () => {
      setSeen(true)
      // Browsers close only what a script opened; otherwise the page says that it can be closed.
      window.close()
    })
  }, [appId, type])
  return (
    <SignedOutFrame>
      <title>{`${title} · Atrium`}</title>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-3 space-y-4">
        <Notice tone={isGood ? 'info' : 'caution'}>{text}</Notice>
        {isSeen && <p className="text-ink-2">{words.theTabWhereYou}</p>}
        <WayBack appId={appId} />
      </div>
    </SignedOutFrame>
  )
}

/** To the connectors of the app, where it is known and one may see it. */
function WayBack({ appId }: { appId: string }) {
  const { data: visitor } = useQuery(queries.visitor())
  const { data: app } = useQuery({ ...queries.app(appId), enabled: Boolean(visitor) && appId !== '' })
  const to = app ? paths.connectors(app.organization_id, app.id) : paths.home()
  return (
    <p>
      <Link to={to} className="font-medium text-accent underline underline-offset-2">
        {app ? fill(words.connectorsOfName, { name: app.name }) : words.toTheConsole}
      </Link>
    </p>
  )
}
