import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { type PartProps, withOptional } from './edit-definition.ts'
import { PlacedText } from './PlacedText.tsx'
import { words } from './words.ts'

const METHODS = [
  { id: 'GET', label: 'GET' },
  { id: 'POST', label: 'POST' },
]

export function ApiPanel({ definition: { api, test }, change }: PartProps) {
  return (
    <Panel title={words.calls} description={words.whereCallsGoAnd}>
      <div className="space-y-5">
        <PlacedText
          label={words.baseAddress}
          place="api.base_url"
          isRequired
          placeholder="https://erp.example.com/api"
          hint={words.valuesOfFieldsStand}
          value={api.base_url}
          onChange={(base_url) => change({ api: { ...api, base_url } })}
        />
        <div className="flex flex-wrap gap-3">
          <Select
            label={words.testRequest}
            name="test.method"
            options={METHODS}
            value={test.method}
            onChange={(id) => change({ test: { ...test, method: id === 'POST' ? 'POST' : 'GET' } })}
            className="w-28"
          />
          <PlacedText
            label={words.itsPath}
            place="test.path"
            isRequired
            placeholder="/me"
            className="min-w-48 flex-1"
            value={test.path}
            onChange={(path) => change({ test: { ...test, path } })}
            validate={(typed) => (typed === '' || typed.startsWith('/') ? null : words.beginItWith)}
          />
        </div>
        <PlacedText
          label={words.whereItsAnswerNames}
          place="test.account_name_at"
          optional
          placeholder="/user/name"
          value={test.account_name_at}
          onChange={(text) => change({ test: withOptional(test, 'account_name_at', text) })}
        />
      </div>
    </Panel>
  )
}
