import { visibleText } from '../../diff/visible-text.ts'

/** A message begins with its title. */
export const titleOf = (message: string) => visibleText(message.split('\n', 1)[0] ?? '')
