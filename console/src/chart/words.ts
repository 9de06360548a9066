export const words = {
  showTheNumbers: 'Show the numbers',
  titleByArrowKeys: '{title}, by arrow keys',
  nothingInTheseDays: 'Nothing in these days',
  daySoFar: '{day}, so far',
} as const
