import { useLocation } from 'react-router'
import { fillWith } from '../language/fill.ts'
import { Lead, Title, Who } from './Frame.tsx'
import { usePage } from './use-page.ts'
import { words } from './words.ts'

/** For apps that have no address to go back to. */
export function SignedInPage() {
  const { wayBack, name } = usePage()
  const email = useLocation().state?.email
  return (
    <>
      <Title>{words.signedIn}</Title>
      <Lead>
        {typeof email === 'string' && <>{fillWith(words.signedInAs, { name, email: <Who>{email}</Who> })} </>}
        {wayBack.from_url === undefined ? words.closePage : words.foreignAddress}
      </Lead>
    </>
  )
}
