import { useRequest } from '../act.ts'
import { DeadLink, Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { useFinish, usePage } from './use-page.ts'

/** Asks for a press before the link is used: programs that look for harmful mail open links, and press nothing. */
export function MagicLinkPage() {
  const { app_id, linkToken: link_token = '', preview, name, to } = usePage()
  const finish = useFinish()
  const signIn = useRequest({
    failure: 'inline',
    run: async (_: FormData) =>
      finish(await pageClient.app_auth.verify_magic_link({ app_id }, { link_token })),
  })
  const { link } = preview
  if (link?.purpose !== 'magic_link') return <DeadLink to={to('email-link')}>Email me a new link</DeadLink>
  return (
    <>
      <Title>{`Sign in to ${name}`}</Title>
      <Lead>
        This link signs you in as <Who>{link.email}</Who>. If that is not you, close this page.
      </Lead>
      <PageForm sending={signIn} submit="Sign in" />
      <PageLinks>
        <PageLink to={to('')}>Sign in as somebody else</PageLink>
      </PageLinks>
    </>
  )
}
