import { Snippet } from '../../ui/Snippet.tsx'

/** How an app begins to tell what happens in it. */
export function SendEvents({ appId, title }: { appId: string; title: string }) {
  const script = `<script async src="${window.location.origin}/analytics.js" data-app="${appId}"></script>`
  const code = `const atrium = createClient({ baseUrl: '${window.location.origin}', app_id: '${appId}' })
atrium.analytics.track('checkout_completed', { total: 129.5 })`
  return (
    <section aria-labelledby="send-events" className="rounded-lg border border-line p-5">
      <h3 id="send-events" className="font-semibold">
        {title}
      </h3>
      <p className="mt-1 max-w-2xl text-ink-2">
        Put this into the pages of the app. It tells of every page somebody looks at; users count once they
        are signed in and the page says so by <code>atrium.setToken(token)</code>.
      </p>
      <Snippet label="Copy the script tag" text={script} />
      <p className="mt-4 max-w-2xl text-ink-2">Or, with the SDK:</p>
      <Snippet label="Copy the code" text={code} />
    </section>
  )
}
