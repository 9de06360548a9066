import type { OutboundHttp } from '../outbound-http/port.ts'
import { failureOf } from './failures.ts'
import { gitHub } from './github.ts'
import { openIdConnect } from './openid-connect.ts'
import type { Failed, OpenId } from './port.ts'

/** All providers, each by the protocol that it speaks. */
export function createOpenId(options: { outboundHttp: Pick<OutboundHttp, 'send' | 'checkTarget'> }): OpenId {
  const adapters = { openid: openIdConnect(options.outboundHttp), github: gitHub(options.outboundHttp) }
  return {
    check: (provider) =>
      outcome(async () => {
        await adapters[provider.protocol].check(provider)
        return { kind: 'usable' as const }
      }),
    authorizationUrl: (provider, request) =>
      outcome(async () => {
        const url = await adapters[provider.protocol].authorizationUrl(provider, request)
        return { kind: 'address' as const, url }
      }),
    identify: (provider, returned) =>
      outcome(async () => {
        const person = await adapters[provider.protocol].identify(provider, returned)
        return { kind: 'person' as const, person }
      }),
  }
}

async function outcome<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work()
  } catch (error) {
    return failureOf(error)
  }
}
