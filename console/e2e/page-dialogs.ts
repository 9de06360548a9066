/** The dialogs that pages open, by the names that pages have in every-page.e2e.ts. */
export interface DialogOfPage {
  button: string | RegExp
  /** Of the menu that the button opens. */
  item?: string
  dialog: string | RegExp
}

export const DIALOGS: Record<string, readonly DialogOfPage[]> = {
  home: [
    { button: 'Search', dialog: 'Search and commands' },
    { button: 'Notify me', dialog: 'Notify me' },
  ],
  apps: [
    { button: 'New app', dialog: 'New app' },
    { button: 'New workspace folder', dialog: 'New workspace folder' },
    { button: 'Actions for Orders', item: 'Put into folder', dialog: 'Put app into a folder' },
    { button: 'Actions for Orders', item: 'Delete', dialog: 'Delete Orders?' },
  ],
  'app-data': [
    { button: 'New record', dialog: 'New Order' },
    { button: 'Import', dialog: 'Import into Order' },
    { button: /^Actions for HP-/, item: 'Edit in a form', dialog: 'Edit Order' },
    { button: /^Actions for HP-/, item: 'Delete', dialog: /^Delete / },
  ],
  'app-schema': [
    { button: 'New entity', dialog: 'New entity' },
    { button: 'Add field', dialog: 'New field' },
    { button: 'Actions for Order', item: 'Delete entity', dialog: 'Delete Order?' },
  ],
  'app-no-users': [
    { button: 'Invite a user', dialog: 'Invite a user' },
    { button: 'Sign-in settings', dialog: 'Sign-in settings' },
  ],
  'app-no-providers': [{ button: 'Add provider', dialog: 'Add a sign-in provider' }],
  site: [
    { button: 'Publish', dialog: 'Publish from the app’s code' },
    { button: 'Unpublish', dialog: 'Unpublish the site?' },
    { button: 'Add a domain', dialog: 'Add a domain' },
  ],
  'app-connect-repository': [
    { button: 'Connect a repository', dialog: 'Connect a repository' },
    { button: 'Import one', dialog: 'Import a repository' },
  ],
  source: [{ button: 'New file', dialog: 'New file' }],
  functions: [{ button: 'New function', dialog: 'New function' }],
  workflows: [{ button: 'New workflow', dialog: 'New workflow' }],
  tests: [{ button: 'Record', dialog: 'Record a test' }],
  'app-no-secrets': [{ button: 'Add a secret', dialog: 'Add a secret' }],
  'ads-campaigns': [{ button: 'All campaigns', item: 'Pause all', dialog: 'Pause all campaigns?' }],
  'ads-assets': [{ button: 'Generate', dialog: 'Generate assets' }],
  'ads-tracking': [{ button: 'New mapping', dialog: 'New mapping' }],
  agents: [{ button: 'New agent', dialog: 'New agent' }],
  'client-ids': [{ button: 'Add a client id', dialog: 'Add a client id' }],
  account: [
    { button: 'Change password', dialog: 'Change password' },
    { button: 'Sign out everywhere', dialog: 'Sign out everywhere?' },
  ],
  'installation-workspaces': [{ button: 'Change Harbour & Pine', dialog: 'Change Harbour & Pine' }],
  'service-accounts': [{ button: 'New service account', dialog: 'New service account' }],
  'sign-in-provider': [{ button: 'Set up provider', dialog: 'Set up a sign-in provider' }],
  tokens: [{ button: 'New token', dialog: 'New access token' }],
  members: [
    { button: 'Invite people', dialog: 'Invite people' },
    { button: 'More filters', dialog: 'Filter members' },
  ],
  webhooks: [{ button: 'New webhook', dialog: 'New webhook' }],
}
