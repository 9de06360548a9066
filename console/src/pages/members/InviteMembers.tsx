import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { hasBusinessPlan, NEEDS_BUSINESS } from '../../permissions.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { emailsIn, type PastedEmails } from './emails-in.ts'
import { InviteResult } from './InviteResult.tsx'
import { countPeople, INVITED_ROLES, type InvitedRole } from './member-words.ts'

const MOST_AT_ONCE = 50

/** Invites one person or a pasted list of them. */
export function InviteMembers({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const { invitations } = workspaceClient(workspace.id)
  const [text, setText] = useState('')
  const found = emailsIn(text)
  const invite = useAct({
    run: async (role: InvitedRole) => {
      const [email, ...others] = found.emails
      if (email === undefined || others.length > 0) {
        return invitations.bulk({ items: found.emails.map((each) => ({ email: each, role })) })
      }
      return { invited: [await invitations.create({ email, role })], failed: [] }
    },
    touches: ['members', 'mail'],
    failure: 'inline',
  })

  if (invite.data) return <InviteResult {...invite.data} onClose={onClose} />
  return (
    <FormDialog
      title="Invite people"
      submitLabel={found.emails.length > 1 ? `Invite ${found.emails.length} people` : 'Invite'}
      onClose={onClose}
      act={invite}
      disabledReason={whyNotYet(found)}
      onSubmit={(values) => {
        const role = INVITED_ROLES.find(({ id }) => id === textOf(values, 'role'))?.id
        if (role) invite.mutate(role)
      }}
    >
      <TextField
        label="Emails"
        name="email"
        rows={4}
        value={text}
        onChange={setText}
        placeholder="grace@example.com"
        hint={describe(found)}
        autoFocus
      />
      <RadioCards
        label="Role"
        name="role"
        defaultValue="editor"
        options={INVITED_ROLES.map((option) =>
          option.id === 'admin' && !hasBusinessPlan(workspace)
            ? { ...option, description: NEEDS_BUSINESS }
            : option,
        )}
      />
      <p className="caption">Each gets a mail with a link that works once, for 60 days.</p>
      <StandIn of="mail" />
    </FormDialog>
  )
}

function whyNotYet({ emails, others }: PastedEmails) {
  if (others.length > 0) return 'Correct what is no email first.'
  if (emails.length === 0) return 'Type an email first.'
  return emails.length > MOST_AT_ONCE ? `At most ${MOST_AT_ONCE} at once.` : undefined
}

function describe({ emails, others }: PastedEmails) {
  if (others.length > 0)
    return `Not an email: ${others.slice(0, 3).join(', ')}${others.length > 3 ? ' …' : ''}`
  if (emails.length < 2) return `One, or a list of up to ${MOST_AT_ONCE} with commas or lines between.`
  return `${countPeople(emails.length)}${emails.length > MOST_AT_ONCE ? `; at most ${MOST_AT_ONCE} at once` : ''}`
}
