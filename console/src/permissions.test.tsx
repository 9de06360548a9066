// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Ellipsis } from 'lucide-react'
import { describe, expect, test, vi } from 'vitest'
import { canEditWorkspace, isAdmin, type WorkspaceRole } from '../../server/src/tenancy/access/roles.ts'
import {
  canAdminister,
  canEdit,
  canEditApp,
  canEditFolder,
  hasBusinessPlan,
  unlessAllowed,
  whyProtected,
} from './permissions.ts'
import { cleanAfterEach, expectReason, renderConsole } from './test/render-console.tsx'
import { Button } from './ui/Button.tsx'
import { IconButton } from './ui/IconButton.tsx'
import { Menu, MenuItem } from './ui/Menu.tsx'

cleanAfterEach()

const ROLES: readonly WorkspaceRole[] = ['owner', 'admin', 'editor', 'viewer', 'guest']

describe('a role', () => {
  test.each(ROLES)('%s may do in the console what the server allows it', (role) => {
    expect(canEdit(role)).toBe(canEditWorkspace(role))
    expect(canAdminister(role)).toBe(isAdmin(role))
  })

  test.each(ROLES)(
    '%s changes every personal folder that it sees, and those of the workspace as an editor',
    (role) => {
      expect(canEditFolder({ scope: 'personal' }, role)).toBe(true)
      expect(canEditFolder({ scope: 'workspace' }, role)).toBe(canEditWorkspace(role))
    },
  )

  test('in an app decides about the app, whatever the role in the workspace', () => {
    expect(canEditApp({ user_role: 'editor' })).toBe(true)
    expect(canEditApp({ user_role: 'viewer' })).toBe(false)
    expect(canEditApp({})).toBe(false)
  })

  test.each(ROLES)('of a member who is %s can be changed by others, except that of the owner', (role) => {
    const member = { user_id: 'usr_member', role }
    const reason = whyProtected(member, { id: 'usr_me' })
    expect(reason).toBe(role === 'owner' ? 'The owner stays the owner.' : undefined)
    expect(whyProtected(member, { id: 'usr_member' })).toBe('You cannot change yourself.')
  })
})

test.each([
  ['free', false],
  ['starter', false],
  ['builder', false],
  ['pro', false],
  ['business', true],
  ['enterprise', true],
] as const)('the plan %s has the features of Business: %s', (subscription_tier, has) => {
  expect(hasBusinessPlan({ subscription_tier } as Parameters<typeof hasBusinessPlan>[0])).toBe(has)
})

describe('a control that needs a role', () => {
  const reasonFor = (role: WorkspaceRole) => unlessAllowed(canEdit(role), 'Needs the editor role.')

  function show(role: WorkspaceRole) {
    const act = vi.fn()
    const disabledReason = reasonFor(role)
    const { user } = renderConsole({
      '/': (
        <form onSubmit={(event) => event.preventDefault()}>
          <Button onPress={act} disabledReason={disabledReason}>
            Rename
          </Button>
          <Button type="submit" onPress={act} disabledReason={disabledReason}>
            Save
          </Button>
          <Menu label="Actions" trigger={<IconButton icon={Ellipsis} label="Actions" />}>
            <MenuItem onAction={act} disabledReason={disabledReason}>
              Delete
            </MenuItem>
          </Menu>
        </form>
      ),
    })
    return { user, act }
  }

  test.each(ROLES)('works or is off for %s, as the role says', async (role) => {
    const { user, act } = show(role)
    for (const name of ['Rename', 'Save']) await user.click(await screen.findByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    const item = await screen.findByRole('menuitem', { name: 'Delete' })
    expect(item.getAttribute('aria-disabled')).toBe(canEditWorkspace(role) ? null : 'true')
    await user.click(item)
    expect(act).toHaveBeenCalledTimes(canEditWorkspace(role) ? 3 : 0)
  })

  test('is reached by keyboard, does nothing there, and says why', async () => {
    const { user, act } = show('viewer')
    const rename = () => screen.getByRole('button', { name: 'Rename' })
    await screen.findByText('Rename')
    await expectReason(user, rename, 'Needs the editor role.')
    const reason = screen.getByRole('tooltip')
    expect(document.activeElement).toBe(rename())
    expect(rename().getAttribute('aria-describedby')).toBe(reason.id)
    await user.keyboard('{Enter} ')
    expect(act).not.toHaveBeenCalled()
  })

  test('in a menu has the reason below its name', async () => {
    const { user } = show('guest')
    await user.click(await screen.findByRole('button', { name: 'Actions' }))
    const item = await screen.findByRole('menuitem', { name: 'Delete' })
    const described = document.getElementById(item.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Needs the editor role.')
  })
})
