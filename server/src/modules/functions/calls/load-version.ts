import type { FunctionVersion } from '../../../ports/function-runtime/port.ts'
import { type ActiveFunction, deploymentStore } from '../deployments/deployment-store.ts'
import type { Deps } from '../deps.ts'
import { openSecrets } from '../secrets/open-secrets.ts'

/** What a process needs to run a deployment: its script, and the secrets of the app as they are when it starts. */
export function versionOf(deps: Deps, { app_id, name, deployment_id }: ActiveFunction): FunctionVersion {
  return {
    app_id,
    name,
    deployment_id,
    async load() {
      const script = await loadScript(deps, { app_id, name, deployment_id })
      if (typeof script !== 'string') return script
      return { script, environment: await openSecrets(deps, app_id) }
    },
  }
}

/** One that came without it, out of an archive, is built when it is first needed. */
async function loadScript(
  { db, functionRuntime }: Deps,
  { app_id, name, deployment_id }: Omit<ActiveFunction, 'access'>,
): Promise<string | { problem: string }> {
  const store = deploymentStore(db)
  const found = await store.findDeployment(app_id, name, deployment_id)
  if (!found) return { problem: 'The deployment is gone.' }
  if (found.script !== null) return found.script
  const outcome = await functionRuntime.build({ entry: found.entry, files: found.files })
  if (outcome.kind === 'refused') return { problem: outcome.problems[0]?.message ?? 'It could not be built.' }
  await store.saveScript(deployment_id, outcome.script)
  return outcome.script
}
