import { WORKSPACE_ID } from './workspace.ts'

type OwnerOf = (place: number) => string

/** Apps and agents of the company; the owners are asked for by number, so that a few people own several. */
export function demoApps(ownerOf: OwnerOf) {
  return APPS.map(({ key, owner, age_days, touched, ...app }) => ({
    id: `app_demo_${key}`,
    workspace_id: WORKSPACE_ID,
    owner_id: ownerOf(owner),
    ...app,
    created_date: `now-${age_days}d`,
    updated_date: touched,
  }))
}

interface DemoApp {
  key: string
  owner: number
  name: string
  kind: 'app' | 'agent'
  user_description: string
  published_url?: string
  public_settings?: string
  hide_authorship?: boolean
  age_days: number
  touched: string
}

const APPS: readonly DemoApp[] = [
  {
    key: 'orders',
    owner: 0,
    name: 'Orders',
    kind: 'app',
    user_description: 'Takes orders from the shop, checks stock and prints shipping labels.',
    published_url: 'https://orders.example.com',
    public_settings: 'workspace_with_login',
    age_days: 412,
    touched: 'now-35m',
  },
  {
    key: 'storefront',
    owner: 0,
    name: 'Storefront',
    kind: 'app',
    user_description: 'The public shop: catalogue, basket and checkout.',
    published_url: 'https://shop.example.com',
    public_settings: 'public_without_login',
    hide_authorship: true,
    age_days: 405,
    touched: 'now-2h',
  },
  {
    key: 'warehouse',
    owner: 1,
    name: 'Warehouse',
    kind: 'app',
    user_description: 'Shelves, counts and picking lists for the Rotterdam and Gdańsk warehouses.',
    published_url: 'https://warehouse.example.com',
    public_settings: 'workspace_with_login',
    age_days: 388,
    touched: 'now-5h',
  },
  {
    key: 'returns',
    owner: 1,
    name: 'Returns desk',
    kind: 'app',
    user_description: 'Customers register a return, the desk inspects it and refunds it.',
    published_url: 'https://returns.example.com',
    public_settings: 'public_with_login',
    age_days: 301,
    touched: 'now-1d',
  },
  {
    key: 'time_off',
    owner: 2,
    name: 'Time off',
    kind: 'app',
    user_description: 'Requests and approvals of holidays, with a calendar for each team.',
    published_url: 'https://time-off.example.com',
    public_settings: 'workspace_with_login',
    age_days: 266,
    touched: 'now-3d',
  },
  {
    key: 'invoices',
    owner: 3,
    name: 'Invoices',
    kind: 'app',
    user_description: 'Invoices, reminders and the monthly export for the accountant.',
    age_days: 240,
    touched: 'now-20h',
  },
  {
    key: 'field_visits',
    owner: 2,
    name: 'Field visits',
    kind: 'app',
    user_description: 'Plans of the installation crews, with photos and signatures from the site.',
    published_url: 'https://visits.example.com',
    public_settings: 'workspace_with_login',
    age_days: 152,
    touched: 'now-9h',
  },
  {
    key: 'suppliers',
    owner: 4,
    name: 'Supplier portal',
    kind: 'app',
    user_description: 'Sawmills and hardware suppliers confirm orders and upload certificates here.',
    published_url: 'https://suppliers.example.com',
    public_settings: 'public_with_login',
    age_days: 97,
    touched: 'now-6d',
  },
  {
    key: 'prototype',
    owner: 5,
    name: 'Room planner (prototype)',
    kind: 'app',
    user_description: 'Drag furniture into a floor plan; an experiment, not published yet.',
    age_days: 12,
    touched: 'now-4m',
  },
  {
    key: 'helpdesk',
    owner: 0,
    name: 'Helpdesk assistant',
    kind: 'agent',
    user_description:
      'Answers questions about orders and deliveries, and hands over to a person when unsure.',
    published_url: 'https://help.example.com',
    public_settings: 'public_without_login',
    age_days: 198,
    touched: 'now-50m',
  },
  {
    key: 'stock_watch',
    owner: 1,
    name: 'Stock watch',
    kind: 'agent',
    user_description: 'Looks at the counts every morning and proposes what to reorder.',
    age_days: 120,
    touched: 'now-1d',
  },
  {
    key: 'onboarding',
    owner: 2,
    name: 'Onboarding guide',
    kind: 'agent',
    user_description:
      'Takes new colleagues through their first week and answers questions about the house rules.',
    age_days: 64,
    touched: 'now-8d',
  },
]
