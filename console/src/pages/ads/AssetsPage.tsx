import type { LibraryAsset } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Images, Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { loadForEditors } from '../../editors-only.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { type AssetsView, paths } from '../../paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AcceptAsset } from './AcceptAsset.tsx'
import { AssetCard } from './AssetCard.tsx'
import { AssetSession } from './AssetSession.tsx'
import { FIELD_TYPES } from './ad-words.ts'
import { assetStatus } from './asset-words.ts'
import { DurableAssets } from './DurableAssets.tsx'
import { GenerateAssets } from './GenerateAssets.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, adsQueries.library(app_id), adsQueries.campaignChoices(app_id))
}

/** Everything comes at once; what is shown grows by so many. */
const AT_ONCE = 48

export function Component() {
  const { appId, workspaceId } = useAdsApp()
  const [view, show] = useView(viewOf, (next) => paths.adAssets(workspaceId, appId, next))
  const { data: library } = useSuspenseQuery(adsQueries.library(appId))
  const { data: campaigns } = useSuspenseQuery(adsQueries.campaignChoices(appId))
  const [isGenerating, setGenerating] = useState(false)
  const [accepting, setAccepting] = useState<LibraryAsset | null>(null)
  const [shown, setShown] = useState(AT_ONCE)
  const kinds = Object.keys(FIELD_TYPES)
  const kind = kinds.find((known) => known === view.kind)
  // What was just made stands above.
  const rows = library.filter(
    ({ field_type, session_id }) => (!kind || field_type === kind) && session_id !== view.session,
  )
  const generate = (
    <Button look="primary" icon={Sparkles} onPress={() => setGenerating(true)}>
      {words.generate}
    </Button>
  )

  return (
    <>
      <PartHeading title={words.assets} actions={generate}>
        {words.textsAndImagesFor}
      </PartHeading>
      {view.session && (
        <AssetSession
          key={view.session}
          appId={appId}
          sessionId={view.session}
          library={library}
          onAccept={setAccepting}
          onClose={() => show({ session: undefined })}
        />
      )}
      <section aria-labelledby="library" className="border-t border-line px-5 py-6 sm:px-8">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h3 id="library" className="font-semibold">
            {words.library}
            {library.length > 0 && <span className="ms-2 font-normal text-ink-3">{rows.length}</span>}
          </h3>
          {library.length > 0 && (
            <ChoiceFilter
              label={words.kind}
              every={words.allKinds}
              options={kinds.map((id) => ({ id, label: FIELD_TYPES[id] ?? id }))}
              value={kind}
              onChange={(chosen) => show({ kind: chosen })}
            />
          )}
        </div>
        {library.length === 0 ? (
          <EmptyState icon={Images} title={words.noAssetsYet} action={generate}>
            {words.sayWhatTheBusiness}
          </EmptyState>
        ) : rows.length === 0 ? (
          <p className="text-ink-2">{kind ? words.thereIsNothingOf : words.allThereIsWas}</p>
        ) : (
          <>
            <ul aria-label={words.library} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {rows.slice(0, shown).map((asset) => (
                <AssetCard
                  key={asset.id}
                  asset={asset}
                  state={assetStatus(asset, campaigns)}
                  action={
                    <Button size="sm" onPress={() => setAccepting(asset)}>
                      {words.accept}
                    </Button>
                  }
                />
              ))}
            </ul>
            {rows.length > shown && (
              <div className="mt-4 text-center">
                <Button onPress={() => setShown(shown + AT_ONCE)}>{words.showMore}</Button>
              </div>
            )}
          </>
        )}
      </section>
      <DurableAssets
        appId={appId}
        campaigns={campaigns}
        campaignId={view.campaign}
        onChoose={(campaign) => show({ campaign })}
      />
      {isGenerating && (
        <GenerateAssets
          onClose={() => setGenerating(false)}
          onStarted={(session) => {
            setGenerating(false)
            show({ session })
          }}
        />
      )}
      {accepting && (
        <AcceptAsset
          asset={accepting}
          campaigns={campaigns}
          onClose={() => setAccepting(null)}
          onAccepted={(campaign) => {
            setAccepting(null)
            if (campaign) show({ campaign })
          }}
        />
      )}
    </>
  )
}

function viewOf(search: URLSearchParams): AssetsView {
  return {
    campaign: search.get('campaign') || undefined,
    session: search.get('session') || undefined,
    kind: search.get('kind') || undefined,
  }
}
