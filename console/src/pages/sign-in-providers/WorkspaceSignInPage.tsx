import { useSuspenseQuery } from '@tanstack/react-query'
import { Building2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { signInQueries, type WorkspaceProvider } from '../../sign-in-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ForAdmins } from '../own-connectors/ForAdmins.tsx'
import { loadForAdmins } from '../own-connectors/load-for-admins.ts'
import { CallbackAddress } from './CallbackAddress.tsx'
import { JOIN_ROLES, SetWorkspaceProvider } from './SetWorkspaceProvider.tsx'
import { SignInDomains } from './SignInDomains.tsx'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return loadForAdmins(request, workspace_id, signInQueries.workspaceOpenId(workspace_id))
}

export function Component() {
  const { user_role } = useWorkspace()
  return (
    <>
      <PageHeader
        title="Sign-in provider"
        description="People of your company sign in to Atrium by its own provider, over OpenID Connect."
      />
      {canAdminister(user_role) ? (
        <Provider />
      ) : (
        <ForAdmins>
          The provider decides who comes in, so only those who administer the workspace see it.
        </ForAdmins>
      )}
    </>
  )
}

function Provider() {
  const { id: workspaceId } = useWorkspace()
  const { data: openId } = useSuspenseQuery(signInQueries.workspaceOpenId(workspaceId))
  const [open, setOpen] = useState<'set' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { provider, domains, redirect_uri } = openId
  return (
    <>
      <Panel title="Callback address" description="Create a client for a web application with it.">
        <CallbackAddress address={redirect_uri} />
      </Panel>
      <Panel title="Provider" description="Who your people are, as it says.">
        {provider ? (
          <>
            <Facts provider={provider} />
            <div className="mt-5 flex flex-wrap gap-2">
              <Button icon={Pencil} onPress={() => setOpen('set')}>
                Change provider
              </Button>
              <Button look="danger-outline" icon={Trash2} onPress={() => setOpen('remove')}>
                Remove provider
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="mb-4 text-ink-2">None yet: everybody signs in with a password or a passkey.</p>
            <Button look="primary" icon={Building2} onPress={() => setOpen('set')}>
              Set up provider
            </Button>
          </>
        )}
      </Panel>
      {provider && (
        <Panel
          title="Domains"
          description="Put each TXT record into your DNS, then verify. The provider signs in nobody of a domain before."
        >
          <SignInDomains domains={domains} />
        </Panel>
      )}
      {open === 'set' && <SetWorkspaceProvider openId={openId} onClose={close} />}
      {open === 'remove' && <RemoveProvider onClose={close} />}
    </>
  )
}

function Facts({ provider }: { provider: WorkspaceProvider }) {
  const role = JOIN_ROLES.find(({ id }) => id === provider.join_role)?.label
  const facts = [
    ['Name', provider.name],
    ['Issuer', provider.issuer],
    ['Client id', provider.client_id],
    ['Client secret', provider.has_secret ? 'Saved' : 'None'],
    ['New people', provider.joins_by_sign_in ? `Join as ${role}` : 'Need an invitation'],
    ['Passwords', provider.refuses_passwords ? 'Refused, except for owners' : 'Taken too'],
  ]
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="mb-1.5 break-all sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RemoveProvider({ onClose }: { onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const remove = useAct({
    run: () => workspaceClient(workspaceId).workspace_openid.remove(),
    touches: ['workspace_openid'],
    done: () => 'Sign-in provider removed',
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Remove the sign-in provider?"
      confirmLabel="Remove it"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      People sign in with passwords again; who has none asks for one by “Forgot your password?”. The domains
      have to be verified again if you set up another provider.
    </ConfirmDialog>
  )
}
