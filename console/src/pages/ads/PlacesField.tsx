import type { AdLocation } from '@atrium/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ComboBox, Input, ListBox, ListBoxItem, Text } from 'react-aria-components'
import { adsQueries } from '../../ads-queries.ts'
import { COUNTRIES } from '../../countries.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL, Label } from '../../ui/Field.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { RemovableChips } from '../../ui/RemovableChips.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Place } from './launch/launch-draft.ts'
import { words } from './words.ts'

interface PlacesFieldProps {
  appId: string
  places: readonly Place[]
  onChange: (places: Place[]) => void
  most: number
  fault?: string | undefined
}

const PAUSE_MS = 200
const ANY = 'any'

/** Places found while typing; choosing one adds it. */
export function PlacesField({ appId, places, onChange, most, fault }: PlacesFieldProps) {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const [country, setCountry] = useState(ANY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data, isFetching, error } = useQuery({
    ...adsQueries.places(appId, query, country === ANY ? '' : country),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const isChosen = (name: string) => places.some(({ resource_name }) => resource_name === name)
  // React Aria knows items by their `id`.
  const found = (query === '' ? [] : (data ?? []))
    .filter(({ resource_name }) => !isChosen(resource_name))
    .map((place) => ({ ...place, id: place.resource_name }))
  const isFull = places.length >= most

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <ComboBox
          // Opens before there is something to suggest, since that comes later; once chosen there is nothing to open for.
          allowsEmptyCollection={text !== ''}
          items={found}
          inputValue={text}
          isDisabled={isFull}
          onInputChange={(next) => {
            setText(next)
            clearTimeout(timer.current)
            timer.current = setTimeout(setQuery, PAUSE_MS, next.trim())
          }}
          onSelectionChange={(name) => {
            const place = found.find(({ resource_name }) => resource_name === name)
            if (!place) return
            clearTimeout(timer.current)
            setText('')
            setQuery('')
            const { id, ...chosen } = place
            onChange([...places, chosen])
          }}
          selectedKey={null}
          className="block min-w-56 flex-1"
        >
          <Label>{words.place}</Label>
          <Input
            data-field="geo_targets"
            placeholder={isFull ? fill(words.thatIsAllMost, { most }) : words.aCityRegionOr}
            aria-invalid={fault !== undefined || undefined}
            className={classNames(CONTROL, 'h-9 px-3', fault && 'border-danger')}
          />
          <Popover className="w-(--trigger-width)">
            <ListBox
              className="max-h-72 overflow-auto p-1 outline-none"
              renderEmptyState={() => (
                <p className="px-2 py-1.5 text-sm text-ink-3">
                  {isFetching ? words.searching : error ? words.theSearchFailedType : words.noSuchPlace}
                </p>
              )}
            >
              {(place: AdLocation) => <PlaceRow place={place} />}
            </ListBox>
          </Popover>
        </ComboBox>
        <Select
          label={words.in}
          options={[{ id: ANY, label: words.anyCountry }, ...COUNTRIES]}
          value={country}
          onChange={(id) => setCountry(String(id ?? ANY))}
          className="w-full sm:w-52"
        />
      </div>
      <RemovableChips
        label={words.chosenPlaces}
        items={places.map(({ resource_name, canonical_name }) => ({
          id: resource_name,
          label: canonical_name.replaceAll(',', ', '),
        }))}
        onRemove={(name) => onChange(places.filter(({ resource_name }) => resource_name !== name))}
      />
      {fault && (
        <p role="alert" className="text-xs text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}

function PlaceRow({
  place: { resource_name, name, canonical_name, target_type, reach },
}: {
  place: AdLocation
}) {
  const [, ...around] = canonical_name.split(',')
  return (
    <ListBoxItem
      id={resource_name}
      textValue={name}
      className="flex items-baseline justify-between gap-3 rounded-md px-2 py-1.5 outline-none focused:bg-hover"
    >
      <span className="min-w-0">
        <Text slot="label" className="block truncate">
          {name}
        </Text>
        <Text slot="description" className="block truncate text-xs text-ink-3">
          {[target_type, ...around].join(', ')}
        </Text>
      </span>
      <span className="shrink-0 text-xs text-ink-3 tabular-nums">
        {fillWith(words.peoplePeople, { people: PEOPLE.format(reach) })}
      </span>
    </ListBoxItem>
  )
}

export const PEOPLE = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
