/** What people call the elements of a page, and the roles that these have. */
export interface ElementKind {
  /** What the word means. */
  roles: readonly string[]
  /** What it may be as well: a link that looks like a button is called one. */
  perhaps: readonly string[]
}

/** Roles that something can be done with. */
export const INTERACTIVE = new Set(
  'button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch combobox listbox textbox searchbox spinbutton slider treeitem'.split(
    ' ',
  ),
)
export const FILLABLE = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider'])
export const CHOOSABLE = new Set(['combobox', 'listbox'])
export const TICKABLE = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'])
/** Roles that hold others: a part of the page. */
export const CONTAINERS = new Set(
  'dialog alertdialog region form table grid list listitem navigation complementary banner contentinfo main group radiogroup toolbar menu menubar tablist tabpanel article row search section'.split(
    ' ',
  ),
)

const TEXT_FIELD: ElementKind = {
  roles: ['textbox', 'searchbox', 'spinbutton'],
  perhaps: ['combobox', 'listbox', 'slider'],
}
const LIST: ElementKind = { roles: ['combobox', 'listbox'], perhaps: ['button', 'menu'] }
const PART: ElementKind = { roles: ['region', 'group', 'form', 'tabpanel', 'article'], perhaps: [] }
const DIALOG: ElementKind = { roles: ['dialog', 'alertdialog'], perhaps: [] }
const PICTURE: ElementKind = { roles: ['img', 'image'], perhaps: ['button', 'link'] }

/** Longest first where one ends with another. Plurals are made singular before they are looked up. */
const KINDS: ReadonlyMap<string, ElementKind> = new Map(
  Object.entries({
    button: { roles: ['button'], perhaps: ['link', 'menuitem', 'tab', 'switch', 'radio'] },
    'radio button': { roles: ['radio', 'menuitemradio'], perhaps: ['option'] },
    radio: { roles: ['radio', 'menuitemradio'], perhaps: [] },
    option: {
      roles: ['option', 'radio', 'menuitemradio'],
      perhaps: ['checkbox', 'menuitem', 'tab', 'button', 'switch'],
    },
    'toggle button': { roles: ['button', 'switch'], perhaps: [] },
    link: { roles: ['link'], perhaps: ['button', 'menuitem', 'tab'] },
    hyperlink: { roles: ['link'], perhaps: [] },
    field: TEXT_FIELD,
    'input field': TEXT_FIELD,
    'text field': TEXT_FIELD,
    'form field': TEXT_FIELD,
    input: TEXT_FIELD,
    'input box': TEXT_FIELD,
    'text box': TEXT_FIELD,
    textbox: TEXT_FIELD,
    'text area': TEXT_FIELD,
    textarea: TEXT_FIELD,
    'text input': TEXT_FIELD,
    box: { roles: [...TEXT_FIELD.roles, 'checkbox'], perhaps: TEXT_FIELD.perhaps },
    checkbox: { roles: ['checkbox'], perhaps: ['switch', 'menuitemcheckbox'] },
    'check box': { roles: ['checkbox'], perhaps: ['switch', 'menuitemcheckbox'] },
    'tick box': { roles: ['checkbox'], perhaps: ['switch'] },
    tickbox: { roles: ['checkbox'], perhaps: ['switch'] },
    switch: { roles: ['switch'], perhaps: ['checkbox', 'button'] },
    toggle: { roles: ['switch'], perhaps: ['checkbox', 'button'] },
    slider: { roles: ['slider'], perhaps: ['spinbutton', 'switch'] },
    dropdown: LIST,
    'drop down': LIST,
    'dropdown menu': LIST,
    'dropdown list': LIST,
    'drop down list': LIST,
    'drop down menu': LIST,
    'select box': LIST,
    selectbox: LIST,
    'selection list': LIST,
    'combo box': LIST,
    combobox: LIST,
    picker: LIST,
    selector: LIST,
    menu: { roles: ['combobox', 'listbox', 'menu', 'button'], perhaps: ['link', 'menuitem', 'navigation'] },
    'menu item': {
      roles: ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
      perhaps: ['link', 'button', 'option'],
    },
    'menu entry': {
      roles: ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
      perhaps: ['link', 'button', 'option'],
    },
    tab: { roles: ['tab'], perhaps: ['link', 'button'] },
    heading: { roles: ['heading'], perhaps: [] },
    headline: { roles: ['heading'], perhaps: [] },
    icon: PICTURE,
    image: PICTURE,
    picture: PICTURE,
    row: { roles: ['row'], perhaps: ['listitem'] },
    line: { roles: ['row', 'listitem'], perhaps: [] },
    cell: { roles: ['cell', 'gridcell'], perhaps: [] },
    column: { roles: ['columnheader'], perhaps: [] },
    'list item': { roles: ['listitem'], perhaps: ['option'] },
    item: { roles: ['listitem'], perhaps: ['menuitem', 'option', 'row', 'article', 'link'] },
    card: { roles: ['article', 'listitem', 'group', 'region'], perhaps: ['link'] },
    list: { roles: ['list', 'listbox', 'table', 'grid'], perhaps: ['combobox'] },
    table: { roles: ['table', 'grid'], perhaps: [] },
    form: { roles: ['form'], perhaps: ['region', 'group'] },
    dialog: DIALOG,
    dialogue: DIALOG,
    'dialog box': DIALOG,
    popup: DIALOG,
    'pop up': DIALOG,
    modal: DIALOG,
    window: DIALOG,
    section: PART,
    region: PART,
    panel: PART,
    area: PART,
    group: { roles: ['group', 'radiogroup', 'region'], perhaps: [] },
    toolbar: { roles: ['toolbar'], perhaps: [] },
    navigation: { roles: ['navigation'], perhaps: ['menubar'] },
    'navigation bar': { roles: ['navigation'], perhaps: ['menubar', 'banner'] },
    navbar: { roles: ['navigation'], perhaps: ['menubar', 'banner'] },
    sidebar: { roles: ['complementary', 'navigation'], perhaps: [] },
    header: { roles: ['banner', 'heading'], perhaps: [] },
    footer: { roles: ['contentinfo'], perhaps: [] },
    alert: { roles: ['alert', 'status', 'alertdialog'], perhaps: [] },
  }),
)

export function kindNamed(words: string): ElementKind | null {
  return KINDS.get(words) ?? KINDS.get(words.replace(/(?:(?<=x)es|s)$/, '')) ?? null
}

/** The most words that a kind has. */
export const WORDS_OF_KIND = 3
