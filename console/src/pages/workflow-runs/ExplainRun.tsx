import type { WorkflowRun } from '@atrium/sdk'
import { Sparkles } from 'lucide-react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { StandIn } from '../../layout/StandIn.tsx'
import { Button } from '../../ui/Button.tsx'
import { Markdown } from '../../ui/Markdown.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'

interface ExplainRunProps {
  appId: string
  run: WorkflowRun
  canEdit: boolean
}

/** Why a run failed, in the words of the language model; asked for once. */
export function ExplainRun({ appId, run, canEdit }: ExplainRunProps) {
  const explain = useAct({
    run: () => client.runs.analyze({ app_id: appId, workflow_id: run.workflow_id, run_id: run.id }),
    touches: ['runs'],
    failure: 'inline',
  })
  const text = run.explanation || explain.data?.explanation
  if (text)
    return (
      <section aria-label={words.explanation} className="rounded-md border border-line bg-sunken px-4 py-3">
        <h3 className="mb-2 flex items-center gap-2 text-sm font-semibold">
          <Sparkles aria-hidden className="size-4 text-accent" />
          {words.whyItFailed}
        </h3>
        <Markdown text={text} />
        <p className="caption mt-2">{words.itMayBeWrong}</p>
        <StandIn of="language_model" className="mt-2" />
      </section>
    )
  if (!canEdit) return null
  if (explain.data)
    return (
      <Notice tone="info" title={words.noExplanation}>
        {words.noLanguageModelIs}
      </Notice>
    )
  return (
    <div className="space-y-3">
      <FormFailure error={explain.isPending ? null : explain.error} />
      <Button size="sm" icon={Sparkles} isPending={explain.isPending} onPress={() => explain.mutate()}>
        {words.explain}
      </Button>
      <StandIn of="language_model" />
    </div>
  )
}
