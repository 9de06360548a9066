/** What the pages know: the app, what its preview shows, the link they were opened with, and the way back. */
import type { AnswerOf, Operations } from '@atrium/sdk'
import { useLocation, useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router'
import { readReturnAddress } from './page-queries.ts'
import { addressWithToken, rememberedState, searchOf, type WayBack, wayBackOf } from './way-back.ts'
import { words } from './words.ts'

export type Preview = AnswerOf<Operations['app_auth']['preview_page']>
type SignedIn = AnswerOf<Operations['app_auth']['login']>

export interface PageContext {
  preview: Preview
}

export interface Page extends PageContext {
  app_id: string
  wayBack: WayBack
  /** What the link has behind `#token=`; undefined when the page was not opened by one. */
  linkToken: string | undefined
  /** The address of another of these pages, with the same way back. */
  to(page: string): string
  /** How the app is called in a sentence. */
  name: string
}

export function usePage(): Page {
  const { preview } = useOutletContext<PageContext>()
  return { ...useLink(), preview, name: preview.app?.name ?? words.theApp }
}

export function useLink() {
  const { app_id = '' } = useParams()
  const wayBack = wayBackOf(useSearchParams()[0])
  const linkToken = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? undefined
  const to = (page: string) =>
    `/apps-sign-in/${encodeURIComponent(app_id)}${page && `/${page}`}${searchOf(wayBack)}`
  return { app_id, wayBack, linkToken, to }
}

/** What follows a sign-in: back to the app with the token, or the page that says so. The token is kept nowhere. */
export function useFinish() {
  const { app_id, wayBack, to } = useLink()
  const navigate = useNavigate()
  return async ({ access_token, user }: Pick<SignedIn, 'access_token'> & { user?: { email: string } }) => {
    const { from_url } = wayBack
    const state = wayBack.state ?? rememberedState(app_id, from_url)
    const address = await readReturnAddress(access_token, app_id, from_url)
    if (address !== null) return window.location.replace(addressWithToken(address, access_token, state))
    // Not in the address: it would say an email to those who look at the history.
    await navigate(to('signed-in'), { replace: true, state: { email: user?.email } })
  }
}
