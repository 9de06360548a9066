/**
 * For pages that use no library:
 * `<script async src="https://atrium.example.com/analytics.js" data-app="app_…"></script>`.
 * It reports every page somebody looks at; `atrium.track('name', {…})` reports the rest.
 */
import { createTracker, trackAddress, withoutSecrets } from './tracker.ts'

interface PageAnalytics {
  track(event_name: string, properties?: Record<string, unknown>): void
  /** The session token of the person who signed in to the app; null when they signed out. */
  setToken(token: string | null): void
  flush(): Promise<void>
}

declare global {
  interface Window {
    atrium?: PageAnalytics
  }
}

const script = document.currentScript as HTMLScriptElement | null
const app = script?.dataset.app
if (script && app && !window.atrium) begin(new URL(script.src).origin, app)

function begin(origin: string, app_id: string): void {
  let token = script?.dataset.token
  const tracker = createTracker({
    address: trackAddress(origin, app_id),
    token: () => token,
  })
  window.atrium = {
    track: (event_name, properties) => tracker.track(event_name, properties),
    setToken: (given) => {
      token = given ?? undefined
    },
    flush: tracker.flush,
  }
  let last = ''
  const look = () => {
    // What comes after # is where on the page, unless the app finds its pages by it.
    const { pathname, search, hash } = window.location
    const now = withoutSecrets(pathname + search + (hash.startsWith('#/') ? hash : ''))
    if (now !== last)
      tracker.track('page_view', {
        title: document.title,
        referrer: last || withoutSecrets(document.referrer),
      })
    last = now
  }
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history)
    history[name] = (state, unused, url) => {
      change(state, unused, url)
      look()
    }
  }
  window.addEventListener('popstate', look)
  look()
}
