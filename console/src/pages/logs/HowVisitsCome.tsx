import { Snippet } from '../../ui/Snippet.tsx'
import { words } from './words.ts'

/** How the pages of an app report who looks at them. */
export function HowVisitsCome({ appId, title }: { appId: string; title: string }) {
  const { origin } = window.location
  const code = `const atrium = createClient({ baseUrl: '${origin}', app_id: '${appId}' })
await atrium.appLogs.logUserInApp('Home')`
  const request = `curl -X POST ${origin}/api/app-logs/${appId}/log-user-in-app/Home \\
  -H "Authorization: Bearer $TOKEN"`
  return (
    <section aria-label={title} className="rounded-lg border border-line p-5">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 max-w-2xl text-ink-2">{words.aPageOfThe}</p>
      <Snippet label={words.copyTheCode} text={code} />
      <p className="mt-4 max-w-2xl text-ink-2">{words.orWithoutItWhere}</p>
      <Snippet label={words.copyTheRequest} text={request} />
    </section>
  )
}
