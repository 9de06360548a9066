import { type GoogleAdsOptions, googleAdPlatform } from './google.ts'
import type { AdPlatform } from './port.ts'
import { type SandboxOptions, sandboxAdPlatform } from './sandbox.ts'

/** What comes from the server, not from its settings. */
type GoogleGround = Pick<GoogleAdsOptions, 'clock' | 'log' | 'outboundHttp' | 'ownFile'>

export interface AdPlatformChoice extends SandboxOptions, GoogleGround {
  /** Null: the sandbox. The settings have been checked. */
  google: Omit<GoogleAdsOptions, keyof GoogleGround> | null
}

export function chooseAdPlatform(choice: AdPlatformChoice): AdPlatform {
  const { google, clock, log, outboundHttp, ownFile } = choice
  return google === null
    ? sandboxAdPlatform(choice)
    : googleAdPlatform({ ...google, clock, log, outboundHttp, ownFile })
}
