/** Begins what the coder is shown of checks that failed, which no person said. */
export const CHECKS_FAILED = 'These checks of the repository failed on your changes.'
