/** What is done on the pages of advertising. */
import { type Act, choose, click } from './act.ts'
import { fillWizard, next, step } from './launch-wizard.ts'

export function actsOfAds(workspaceId: string): Act[] {
  const shop = `/w/${workspaceId}/apps/app_demo_storefront/ads`
  const visits = `/w/${workspaceId}/apps/app_demo_field_visits/ads`
  const campaign = `${shop}/campaigns/cmp_demo_oak_tables`
  return [
    { at: 'ads/AccountPart.tsx', sends: 'ads.accept_terms', path: visits, press: 'Accept the terms' },
    {
      at: 'ads/CampaignsPage.tsx',
      sends: 'campaigns.sync',
      path: `${shop}/campaigns`,
      open: choose(/^All campaigns$/, 'Compare with the platform'),
    },
    {
      at: 'ads/CampaignsPage.tsx',
      sends: 'campaigns.pause_all',
      path: `${shop}/campaigns`,
      open: choose(/^All campaigns$/, 'Pause all'),
      press: 'Pause all',
    },
    {
      at: 'ads/use-campaign-acts.ts',
      sends: 'campaigns.pause',
      path: campaign,
      open: click('button', 'Pause'),
      press: 'Pause',
    },
    {
      at: 'ads/use-campaign-acts.ts',
      sends: 'campaigns.delete',
      path: campaign,
      open: click('button', 'Delete'),
      press: 'Delete for good',
    },
    {
      at: 'ads/ChangeDialog.tsx',
      sends: 'campaigns.update',
      path: campaign,
      open: click('button', 'Change name'),
      typed: { Name: 'Oak tables, Belgium' },
      press: 'Save',
    },
    {
      at: 'ads/use-campaign-acts.ts',
      sends: 'campaigns.resume',
      path: `${shop}/campaigns/cmp_demo_benches`,
      open: click('button', 'Resume'),
      press: 'Resume',
    },
    {
      at: 'ads/GenerateAssets.tsx',
      sends: 'assets.generate',
      path: `${shop}/assets`,
      open: click('button', 'Generate'),
      typed: { 'Name of the business': 'Harbour & Pine' },
      press: 'Generate',
    },
    {
      at: 'ads/AcceptAsset.tsx',
      sends: 'assets.accept',
      path: `${shop}/assets`,
      open: click('button', 'Accept'),
      press: 'Accept',
    },
    {
      at: 'ads/BootstrapPrompt.tsx',
      sends: 'ads.build_bootstrap_prompt',
      path: `${shop}/tracking`,
      press: 'Make the instruction',
    },
    {
      at: 'ads/EditMapping.tsx',
      sends: 'conversions.create_mapping',
      path: `${shop}/tracking`,
      open: click('button', 'New mapping'),
      press: 'Add mapping',
    },
    {
      at: 'ads/EditMapping.tsx',
      sends: 'conversions.update_mapping',
      path: `${shop}/tracking`,
      open: click('button', /^Change Purchase when/),
      press: 'Save',
    },
    {
      at: 'ads/Mappings.tsx',
      sends: 'conversions.update_mapping',
      path: `${shop}/tracking`,
      open: (page) => page.getByRole('switch', { name: /^Purchase when/ }).click({ force: true }),
    },
    {
      at: 'ads/Mappings.tsx',
      sends: 'conversions.delete_mapping',
      path: `${shop}/tracking`,
      open: click('button', /^Delete Purchase when/),
      press: 'Delete mapping',
    },
    {
      at: 'ads/launch/LaunchSteps.tsx',
      sends: 'ads.suggest_search_themes',
      path: `${shop}/launch`,
      open: async (page) => {
        await page.getByRole('radio', { name: /^Smart/ }).check({ force: true })
        await next(page)
        await step(page, 'What is advertised?')
      },
      typed: { 'Name of the business': 'Northern Tables' },
      press: 'Suggest',
    },
    {
      at: 'ads/launch/use-launch.ts',
      sends: 'ads.launch',
      path: `${visits}/launch`,
      open: (page) => fillWizard(page, 'Tables in Chicago'),
      press: 'Launch',
    },
  ]
}
