import type { Invitation } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { mailQueries } from '../../mail-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { linkIn } from '../mail/link-in.ts'
import { countPeople } from './member-words.ts'
import { type Refusal, Refusals } from './Refusals.tsx'
import { words } from './words.ts'

interface InviteResultProps {
  invited: readonly Invitation[]
  failed: readonly Refusal[]
  onClose: () => void
}

/** Who was invited and who was not; the links too, where this server keeps mails instead of sending them. */
export function InviteResult({ invited, failed, onClose }: InviteResultProps) {
  const { id: workspaceId } = useWorkspace()
  const { data } = useQuery({ ...mailQueries.list(workspaceId), enabled: invited.length > 0, staleTime: 0 })
  const links = new Map<string, string>()
  // Newest first: an older mail to the same person holds a link that has stopped.
  for (const mail of data?.items ?? []) {
    const link = linkIn(mail.text)
    if (link && !links.has(mail.to.toLowerCase())) links.set(mail.to.toLowerCase(), link)
  }

  return (
    <Dialog
      title={
        invited.length > 0
          ? fill(words.countInvited, { count: countPeople(invited.length) })
          : words.nobodyWasInvited
      }
      onClose={onClose}
    >
      <DialogBody>
        {links.size > 0 && invited.length > 0 && (
          <Notice title={words.passTheLinksOn}>
            {fillWith(words.thisServerKeepsIts, {
              link: (
                <Link to={paths.mail(workspaceId)} className="font-medium underline">
                  {words.mailOutbox}
                </Link>
              ),
            })}
          </Notice>
        )}
        {invited.length > 0 && (
          <ul aria-label={words.invited} className="max-h-72 divide-y divide-line overflow-y-auto">
            {invited.map(({ email }) => {
              const link = links.get(email.toLowerCase())
              return (
                <li key={email} className="flex min-h-10 items-center gap-3 py-1">
                  <span className="min-w-0 flex-1 truncate">{email}</span>
                  {link && <CopyButton text={link} label={fill(words.copyLinkForEmail, { email })} />}
                </li>
              )
            })}
          </ul>
        )}
        {failed.length > 0 && (
          <Refusals
            title={fill(words.countNotInvited, { count: countPeople(failed.length) })}
            refusals={failed}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onPress={onClose}>
          {words.done}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
