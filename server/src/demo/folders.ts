import { WORKSPACE_ID } from './workspace.ts'

/** The company's folders, three levels deep, and the personal ones of two people. */
export function demoFolders(ownerOf: (place: number) => string) {
  return [
    ...WORKSPACE_FOLDERS.map((folder, place) => ({ ...identified(folder, place), scope: 'workspace' })),
    ...PERSONAL_FOLDERS.map(({ owner, ...folder }, place) => ({
      ...identified(folder, place),
      scope: 'personal',
      owner_id: ownerOf(owner),
    })),
  ]
}

interface DemoFolder {
  key: string
  name: string
  parent?: string
  color?: string
  icon?: string
  app_type?: 'app' | 'agent'
  apps?: readonly string[]
}

const WORKSPACE_FOLDERS: readonly DemoFolder[] = [
  { key: 'shop', name: 'Shop', color: '#2563eb', icon: 'store', apps: ['storefront', 'orders'] },
  { key: 'after_sales', name: 'After sales', parent: 'shop', icon: 'heart', apps: ['returns'] },
  {
    key: 'service_agents',
    name: 'Service agents',
    parent: 'after_sales',
    icon: 'bot',
    app_type: 'agent',
    apps: ['helpdesk'],
  },
  { key: 'operations', name: 'Operations', color: '#d97706', icon: 'truck' },
  { key: 'warehouses', name: 'Warehouses', parent: 'operations', apps: ['warehouse', 'stock_watch'] },
  { key: 'crews', name: 'Installation crews', parent: 'operations', apps: ['field_visits'] },
  { key: 'partners', name: 'Partners', parent: 'operations', icon: 'handshake', apps: ['suppliers'] },
  {
    key: 'people',
    name: 'People & culture',
    color: '#16a34a',
    icon: 'users',
    apps: ['time_off', 'onboarding'],
  },
  { key: 'finance', name: 'Finance', color: '#7c3aed', icon: 'receipt', apps: ['invoices'] },
  { key: 'experiments', name: 'Experiments', icon: 'flask' },
]

const PERSONAL_FOLDERS: readonly (DemoFolder & { owner: number })[] = [
  {
    owner: 0,
    key: 'owner_daily',
    name: 'Every day',
    color: '#dc2626',
    icon: 'star',
    apps: ['orders', 'helpdesk'],
  },
  { owner: 0, key: 'owner_review', name: 'To review', parent: 'owner_daily', apps: ['prototype'] },
  { owner: 1, key: 'warehouse_desk', name: 'My desk', apps: ['warehouse', 'orders'] },
]

function identified({ key, parent, apps = [], ...folder }: DemoFolder, position: number) {
  return {
    id: `fld_demo_${key}`,
    workspace_id: WORKSPACE_ID,
    ...folder,
    ...(parent && { parent_folder_id: `fld_demo_${parent}` }),
    position,
    items: apps.map((app) => `app_demo_${app}`),
  }
}
