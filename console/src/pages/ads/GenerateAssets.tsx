import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { adsQueries } from '../../ads-queries.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TYPES } from './ad-words.ts'
import { LANGUAGES } from './languages.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

interface GenerateAssetsProps {
  onClose: () => void
  onStarted: (sessionId: string) => void
}

export function GenerateAssets({ onClose, onStarted }: GenerateAssetsProps) {
  const { appId } = useAdsApp()
  const { data: readiness } = useSuspenseQuery(adsQueries.readiness(appId))
  const [language, setLanguage] = useState('en')
  const generate = useAct({
    run: (values: FormData) => {
      const landing_page = textOf(values, 'landing_page')
      const logo_url = textOf(values, 'logo_url')
      return client.assets.generate(
        { app_id: appId },
        {
          campaign_type: textOf(values, 'campaign_type') === 'SMART' ? 'SMART' : 'PERFORMANCE_MAX',
          business_name: textOf(values, 'business_name'),
          business_description: textOf(values, 'business_description'),
          ...(landing_page && { landing_page }),
          ...(logo_url && { logo_url }),
        },
        { headers: { 'accept-language': language } },
      )
    },
    touches: ['ads'],
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.generateAssets}
      submitLabel={words.generate}
      onClose={onClose}
      act={generate}
      onSubmit={(values) => generate.mutate(values, { onSuccess: ({ session_id }) => onStarted(session_id) })}
    >
      <RadioCards
        label={words.for}
        name="campaign_type"
        defaultValue="PERFORMANCE_MAX"
        options={[
          { id: 'PERFORMANCE_MAX', label: TYPES.PERFORMANCE_MAX.label, description: words.textsAndImages },
          { id: 'SMART', label: TYPES.SMART.label, description: words.headlinesAndDescriptions },
        ]}
      />
      <TextField label={words.nameOfTheBusiness} name="business_name" maxLength={128} isRequired autoFocus />
      <TextField
        label={words.whatItOffers}
        name="business_description"
        rows={4}
        maxLength={10_000}
        hint={words.theMoreItSays}
        optional
      />
      <TextField
        label={words.landingPage}
        name="landing_page"
        type="url"
        defaultValue={readiness.landing_page ?? ''}
        optional
      />
      <TextField
        label={words.addressOfTheLogo}
        name="logo_url"
        type="url"
        hint={words.becomesTheFirstLogo}
        optional
      />
      <Select
        label={words.language}
        options={LANGUAGES}
        value={language}
        onChange={(id) => setLanguage(String(id ?? 'en'))}
      />
      <StandIn of="language_model" />
      <p className="caption">{words.imagesArePlaceholdersPatterns}</p>
      <p className="caption">{words.costsTheCreditsOf}</p>
    </FormDialog>
  )
}
