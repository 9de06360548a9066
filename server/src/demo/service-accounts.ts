import { OWNER_ID } from './people.ts'
import { WORKSPACE_ID } from './workspace.ts'

const USER = {
  id: 'svc_demo_stock',
  email: 'stock-counts@service.invalid',
  full_name: 'Stock counts',
  created_date: 'now-64d',
  is_service: true,
}

/** The program that brings the counts of the warehouses in, with its user. */
export function demoServiceAccounts() {
  const account = {
    ...{ user_id: USER.id, workspace_id: WORKSPACE_ID, name: USER.full_name, role: 'editor' },
    description: 'Brings in what was counted in the warehouses, every morning at 6',
    ...{ app_ids: ['app_demo_orders'], created_by: OWNER_ID },
    ...{ created_date: USER.created_date, updated_date: USER.created_date },
  }
  return { user: USER, account }
}

/** A token shows in the list by its name; its secret is made for this installation, and nobody gets to know it. */
export function demoServiceToken(secret: string) {
  return {
    ...{ kind: 'personal_token', secret, user_id: USER.id, workspace_id: WORKSPACE_ID },
    ...{ name: 'Warehouse server', permission: 'full_access', created_date: USER.created_date },
    expires_at: 'now+6d',
  }
}
