import { RadioCards } from '../../ui/RadioCards.tsx'

interface PoliticalChoiceProps {
  value: boolean | null
  onChange: (value: boolean) => void
}

/** The declaration that the law of the EU asks for. */
export function PoliticalChoice({ value, onChange }: PoliticalChoiceProps) {
  return (
    <RadioCards
      label="Does the campaign contain political advertising?"
      name="contains_eu_political_advertising"
      value={value === null ? null : value ? 'yes' : 'no'}
      onChange={(id) => onChange(id === 'yes')}
      options={[
        { id: 'no', label: 'No', description: 'It promotes no party, candidate, vote or law.' },
        { id: 'yes', label: 'Yes', description: 'The platform then does not show it in the EU.' },
      ]}
    />
  )
}
