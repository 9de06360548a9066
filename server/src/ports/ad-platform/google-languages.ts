/** Languages that people who see an ad speak, by Google's numbers. */
const LANGUAGES: Record<string, number> = {
  ...{ en: 1000, de: 1001, fr: 1002, es: 1003, it: 1004, ja: 1005, da: 1009, nl: 1010, fi: 1011, ko: 1012 },
  ...{ no: 1013, pt: 1014, sv: 1015, zh: 1017, ar: 1019, bg: 1020, cs: 1021, el: 1022, hi: 1023, hu: 1024 },
  ...{ id: 1025, is: 1026, he: 1027, lv: 1028, lt: 1029, pl: 1030, ru: 1031, ro: 1032, sk: 1033, sl: 1034 },
  ...{ sr: 1035, uk: 1036, tr: 1037, ca: 1038, hr: 1039, vi: 1040, ur: 1041, tl: 1042, et: 1043, th: 1044 },
  ...{ bn: 1056, fa: 1064, ms: 1102, ta: 1130, te: 1131 },
}
const ALIASES: Record<string, string> = { iw: 'he', in: 'id', nb: 'no', nn: 'no', fil: 'tl' }
/** Written otherwise, so a language of its own there. */
const TRADITIONAL_CHINESE = 1018

/** Null for a language that Google does not tell apart: then all may see it. */
export function languageConstant(code: string): string | null {
  const [language = '', ...parts] = code.toLowerCase().split(/[-_]/)
  const isTraditional = language === 'zh' && parts.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part))
  const known = ALIASES[language] ?? language
  const number = isTraditional
    ? TRADITIONAL_CHINESE
    : Object.hasOwn(LANGUAGES, known)
      ? LANGUAGES[known]
      : null
  return number ? `languageConstants/${number}` : null
}
