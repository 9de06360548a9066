import { Snippet } from '../../ui/Snippet.tsx'

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
      <p className="mt-1 max-w-2xl text-ink-2">
        A page of the app reports each visit with the SDK, as the person who is signed in there. It costs
        nothing, and what one person repeats within a minute is one row.
      </p>
      <Snippet label="Copy the code" text={code} />
      <p className="mt-4 max-w-2xl text-ink-2">
        Or without it. Where the app is open to everybody, visitors need no token.
      </p>
      <Snippet label="Copy the request" text={request} />
    </section>
  )
}
