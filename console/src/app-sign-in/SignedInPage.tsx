import { useLocation } from 'react-router'
import { Lead, Title, Who } from './Frame.tsx'
import { usePage } from './use-page.ts'

/** For apps that have no address to go back to. */
export function SignedInPage() {
  const { wayBack, name } = usePage()
  const email = useLocation().state?.email
  return (
    <>
      <Title>You are signed in</Title>
      <Lead>
        {typeof email === 'string' && (
          <>
            To {name}, as <Who>{email}</Who>.{' '}
          </>
        )}
        {wayBack.from_url === undefined
          ? 'You can close this page.'
          : 'The address that you came from is none of this app, so this page does not lead back to it.'}
      </Lead>
    </>
  )
}
