import { useRequest } from '../act.ts'
import { fill, fillWith } from '../language/fill.ts'
import { DeadLink, Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { useFinish, usePage } from './use-page.ts'
import { words } from './words.ts'

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
  if (link?.purpose !== 'magic_link') return <DeadLink to={to('email-link')}>{words.emailMeNewLink}</DeadLink>
  return (
    <>
      <Title>{fill(words.signInTo, { name })}</Title>
      <Lead>{fillWith(words.linkSignsInAs, { email: <Who>{link.email}</Who> })}</Lead>
      <PageForm sending={signIn} submit={words.signIn} />
      <PageLinks>
        <PageLink to={to('')}>{words.signInAsOther}</PageLink>
      </PageLinks>
    </>
  )
}
