import { MAX_DIFF_BYTES, MAX_DIFF_FILES, MAX_PATCH_BYTES } from '@atrium/contract/pull-requests'

/** Of what is shown to people. */
export const DIFF_LIMITS = {
  maxFiles: MAX_DIFF_FILES,
  maxPatchBytes: MAX_PATCH_BYTES,
  maxTotalBytes: MAX_DIFF_BYTES,
}
