import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

/** An instruction for anyone who changes the app's code: it says which tag and calls to put where. */
export function BootstrapPrompt() {
  const { appId } = useAdsApp()
  const [wiresEvents, setWiresEvents] = useState(true)
  const build = useAct({
    run: () => client.ads.build_bootstrap_prompt({ app_id: appId }, { wire_events: wiresEvents }),
    touches: ['ads'],
    failure: 'inline',
  })
  const { data } = build
  return (
    <section aria-labelledby="prompt" className="border-t border-line px-5 py-6 sm:px-8">
      <h3 id="prompt" className="font-semibold">
        {words.installingIt}
      </h3>
      <p className="mt-0.5 mb-4 max-w-2xl text-sm text-ink-2">{words.makeAnInstructionAnd}</p>
      <div className="space-y-4">
        <Switch
          label={words.alsoReportWhatThe}
          hint={words.otherwiseOnlyTheTag}
          isSelected={wiresEvents}
          onChange={setWiresEvents}
        />
        <div className="flex flex-wrap gap-2">
          <Button icon={WandSparkles} isPending={build.isPending} onPress={() => build.mutate()}>
            {data ? words.makeItAgain : words.makeTheInstruction}
          </Button>
          {data?.composer_prompt && (
            <CopyButton look="button" text={data.composer_prompt} label={words.copyTheInstruction} />
          )}
        </div>
        <FormFailure error={build.error} />
        {data?.composer_prompt && (
          <TextField label={words.instruction} value={data.composer_prompt} rows={14} isReadOnly />
        )}
      </div>
    </section>
  )
}
