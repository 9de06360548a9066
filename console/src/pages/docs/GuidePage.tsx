import { groups, pages } from 'virtual:guides'
import { type MouseEvent, useEffect } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router'
import { NO_TOKEN } from './examples.ts'
import { useReader } from './reader.ts'
import { TokenChoice } from './TokenChoice.tsx'
import { words } from './words.ts'

export async function loader({ params: { guide = '' } }: LoaderFunctionArgs) {
  const page = Object.hasOwn(pages, guide) ? pages[guide] : undefined
  if (!page) throw data(null, { status: 404 })
  return (await page()).default
}

/** Where a server of this repository is when nothing was set. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:8787'

export function Component() {
  const { html, headings } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const { guide = '' } = useParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { origin, token } = useReader()
  const title = groups.flatMap(({ guides }) => guides).find(({ name }) => name === guide)?.title ?? guide
  const page = html.replaceAll(DEFAULT_ORIGIN, origin).replaceAll(NO_TOKEN, token ?? NO_TOKEN)
  useScrollTo(hash, guide)

  /** Links between guides load nothing again. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!link || !isPlain || link.origin !== window.location.origin) return
    event.preventDefault()
    void navigate(link.pathname + link.hash)
  }

  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,46rem)_14rem]">
      <title>{`${title} · Atrium`}</title>
      <article className="min-w-0">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {html.includes(NO_TOKEN) && <TokenChoice />}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside have the keys. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its links. */}
        <div
          className="guide mt-5"
          onClick={follow}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own files when the console was built.
          dangerouslySetInnerHTML={{ __html: page }}
        />
      </article>
      {headings.length > 1 && (
        <nav aria-label={words.onThisPage} className="hidden xl:block">
          <div className="sticky top-8">
            <p className="text-xs font-medium text-ink-3">{words.onThisPage}</p>
            <ul className="mt-2 space-y-1.5 text-sm">
              {headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`} className="text-ink-2 hover:text-ink hover:underline">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
    </div>
  )
}

/** The place that an address names is there only once the page is. */
function useScrollTo(hash: string, page: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other places.
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash, page])
}
