declare module 'virtual:guides' {
  export interface GuideGroup {
    group: string
    guides: { name: string; title: string }[]
  }
  export interface GuidePage {
    html: string
    headings: { id: string; text: string }[]
  }
  export const groups: readonly GuideGroup[]
  export const pages: Readonly<Record<string, () => Promise<{ default: GuidePage }>>>
}
