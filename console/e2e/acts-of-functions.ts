/** What is done on the pages of backend functions, secrets and agents of an app. */
import { type Act, choose, click, select } from './act.ts'

/** The app has a function `hello` that was deployed twice, a secret `PAY_KEY` and an agent `guide`. */
export function actsOfFunctions({ workspaceId, app }: { workspaceId: string; app: { id: string } }): Act[] {
  const a = `/w/${workspaceId}/apps/${app.id}`
  const hello = `${a}/functions/hello`
  return [
    {
      at: 'functions/CreateFunction.tsx',
      sends: 'functions.deploy',
      path: `${a}/functions`,
      open: click('button', 'New function'),
      typed: { Name: 'paid' },
      press: 'Create function',
    },
    {
      at: 'functions/FunctionPage.tsx',
      sends: 'functions.deploy',
      path: hello,
      open: (page) => select(page, /Who may call it$/, /^Anyone/),
      press: 'Deploy',
    },
    {
      at: 'functions/DeploymentsPart.tsx',
      sends: 'functions.rollback',
      path: `${hello}/deployments`,
      open: click('button', /^Roll back to/),
      press: 'Roll back',
    },
    {
      at: 'functions/DeleteFunction.tsx',
      sends: 'functions.delete',
      path: `${hello}/automations`,
      open: async (page) => {
        await choose('hello', 'Delete function')(page)
        await page.getByLabel('Type “hello” to confirm').fill('hello')
      },
      press: 'Delete function',
    },
    {
      at: 'secrets/SecretDialogs.tsx',
      sends: 'secrets.set',
      path: `${a}/secrets`,
      open: click('button', 'Add a secret'),
      typed: { Name: 'MAIL_KEY', Value: 'sk_2' },
      press: 'Add secret',
    },
    {
      at: 'secrets/SecretDialogs.tsx',
      sends: 'secrets.delete',
      path: `${a}/secrets`,
      open: click('button', 'Delete PAY_KEY'),
      press: 'Delete secret',
    },
    {
      at: 'app-agents/EditAppAgent.tsx',
      sends: 'app_agents.configure',
      path: `${a}/agents`,
      open: click('button', 'New agent'),
      typed: { Name: 'clerk', Instructions: 'Be brief.' },
      press: 'Create agent',
    },
    {
      at: 'app-agents/DeleteAppAgent.tsx',
      sends: 'app_agents.configure',
      path: `${a}/agents`,
      open: click('button', 'Delete guide'),
      press: 'Delete agent',
    },
  ]
}
