/** Why a lock file cannot be read, as the end of a sentence. */
export class LockFault extends Error {}
