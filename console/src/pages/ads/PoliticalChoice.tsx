import { RadioCards } from '../../ui/RadioCards.tsx'
import { words } from './words.ts'

interface PoliticalChoiceProps {
  value: boolean | null
  onChange: (value: boolean) => void
}

/** The declaration that the law of the EU asks for. */
export function PoliticalChoice({ value, onChange }: PoliticalChoiceProps) {
  return (
    <RadioCards
      label={words.doesTheCampaignContain}
      name="contains_eu_political_advertising"
      value={value === null ? null : value ? 'yes' : 'no'}
      onChange={(id) => onChange(id === 'yes')}
      options={[
        { id: 'no', label: words.no, description: words.itPromotesNoParty },
        { id: 'yes', label: words.yes, description: words.thePlatformThenDoes },
      ]}
    />
  )
}
