import { fillWith } from '../../language/fill.ts'
import { Snippet } from '../../ui/Snippet.tsx'
import { words } from './words.ts'

/** How an app begins to report what happens in it. */
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
        {fillWith(words.putThisIntoThe, { code: <code>atrium.setToken(token)</code> })}
      </p>
      <Snippet label={words.copyTheScriptTag} text={script} />
      <p className="mt-4 max-w-2xl text-ink-2">{words.orWithTheSdk}</p>
      <Snippet label={words.copyTheCode} text={code} />
    </section>
  )
}
