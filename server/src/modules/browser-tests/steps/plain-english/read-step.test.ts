import { expect, test } from 'vitest'
import { makePage } from '../../test/make-page.ts'
import { readPlainly } from '../../test/read-plainly.ts'

const shop = makePage(
  'https://shop.example.com/lamps',
  'Lamps – Lumen',
  `
banner
  link "Lumen" #logo
  searchbox "What are you looking for?" #search
  link "Basket (2)" #basket
  link "Sign in" #sign-in
  link "Sign up" #sign-up
navigation "Categories"
  link "Lamps" #lamps
  link "Chairs" #chairs
main
  heading "Lamps" #heading
  combobox "Order by" #order {Popularity|Price: low to high|Price: high to low}
  combobox "Material" #material {Any|Brass|Oak|Steel}
  checkbox "In stock only" #stock [checked]
  list
    listitem #item-arc
      heading "Arc lamp" #arc
      text #price-arc = $ 129.00
      button "Add to basket" #add-arc
    listitem #item-desk
      heading "Desk lamp"
      text #price-desk = $ 49.00
      button "Add to basket" #add-desk
  status #status = Nothing was added yet
dialog "Delivery" #dialog
  heading "Delivery" #delivery
  radiogroup "Speed"
    radio "Standard" #standard [checked]
    radio "Express" #express
  textbox "First name" #first-name
  textbox "Last name" #last-name
  textbox "E-mail" #email
  textbox "Postal code" #zip
  textbox "Note for the courier" #note
  button "Save and close" #save-close
  button "Cancel" #cancel
`,
)

const team = makePage(
  'https://app.example.com/team?tab=members',
  'Team',
  `
main
  heading "Members" #members
  textbox "Name or e-mail" #filter = anna
  button "Invite" #invite
  button "Delete team" #delete-team
  table "Members"
    row "Name Role Since"
      columnheader "Name" #col-name
      columnheader "Role"
      columnheader "Since"
    row "Anna Berg Owner 01.02.2024 Edit Remove" #row-anna
      checkbox "Select" #select-anna [checked]
      cell "Anna Berg"
      combobox "Language" #language-anna {English|German}
      cell "Owner" #role-anna
      cell "01.02.2024" #since-anna
      button "Edit" #edit-anna
      button "Remove" #remove-anna [disabled]
    row "Bo Tran Viewer 17.06.2025 Edit Remove" #row-bo
      checkbox "Select" #select-bo
      cell "Bo Tran"
      combobox "Language" #language-bo {English|German}
      cell "Viewer" #role-bo
      cell "17.06.2025" #since-bo
      button "Edit" #edit-bo
      button "Remove" #remove-bo
  heading "Settings" #settings
  switch "Dark mode" #dark [checked]
  checkbox "Weekly summary" #weekly
  spinbutton "Seats" #seats = 5
  button "Save" #save
  heading "Danger zone" #danger
  text = Seats in use
  text #used = 3 of 5
  button "Save" #save-danger
  button "Choose file" #file
  alert #alert = Could not reach the server
  heading "Totals" #totals
  text = Total
  text #total = € 48.00
  text = VAT
  text = € 8.00
`,
)

const refused: [string, typeof shop, string][] = [
  ['', shop, 'says nothing'],
  ['...', shop, ''],
  ['Click', shop, ''],
  ['Click Add to basket', shop, '2 times button “Add to basket”'],
  ['Click the checkout button', shop, 'Nothing on the page is clearly “the checkout button”'],
  ['Press "Sign off"', shop, 'closest'],
  ['Do not click Cancel', shop, 'must not be done'],
  ['Never press Invite', team, 'must not be done'],
  ['If a dialog opens, click Cancel', shop, 'depends'],
  ['Type "x" into E-mail and click Cancel', shop, 'two things'],
  ['Click Cancel, then click Basket', shop, 'two things'],
  ['Type "Anna" into the phone field', shop, 'Nothing on the page'],
  ['Type "Anna" into the name field', shop, 'textbox “First name” or textbox “Last name”'],
  ['Fill in the form', shop, 'what to type'],
  ['Enter "a" in First name and "b" in Last name', shop, 'two fields'],
  ['Enter a in First name and b in Last name', shop, 'two fields'],
  ['Click on the first lamp', shop, ''],
  ['Click Basket and Chairs', shop, ''],
  ['Select Standard or Express', shop, ''],
  ['Sign out', shop, ''],
  ['Log in as admin', shop, ''],
  ['Click it', shop, ''],
  ['Choose Gold from Material', shop, '“Brass”'],
  ['Set Dark mode to maybe', team, 'on or off'],
  ['Remove all members', team, ''],
  ['Click Edit in every row', team, ''],
  ['Click Edit next to Cleo', team, ''],
  ['Click Edit for Anna Tran', team, ''],
  ['Click Edit twice', team, ''],
  ['Click Save', team, '2 times button “Save”'],
  ['Click the fifth Edit button', team, ''],
  ['Click Invite or Save', team, ''],
  ['Scroll to the bottom', team, 'cannot scroll'],
  ['Drag the lamp into the basket', shop, 'cannot drag'],
  ['Right-click on Lamps', shop, 'cannot right'],
  ['Wait for 5 minutes', shop, 'at most 30 seconds'],
  ['Wait a moment', shop, 'how long'],
  ['I should see "A" and "B"', shop, 'each a step'],
  ['There are at least 3 rows', team, 'exact numbers'],
  ['I see the confirmation message', shop, 'into quotes'],
  ['Uncheck Express', shop, ''],
  ['Do a somersault', shop, ''],
  ['Choose language "German" for "Cleo"', team, ''],
  ['Select the member "Cleo"', team, ''],
  ['Mark Anna Berg as weekly summary', team, ''],
  ['Click Edit for the oldest backup account of Anna Berg', team, ''],
  ['Remember the price as price', shop, '$ 129.00'],
  ['I should be taken to the start page', shop, 'by a path'],
  ['"Desk lamp" and "Arc lamp" are visible', shop, 'each a step'],
  ['I should see "Sign in" in the footer', shop, 'Nothing on the page'],
  ['I should not see "Desk lamp" in the basket', shop, 'leave the place out'],
  ['Confirm that the order is complete', shop, 'into quotes'],
  ['Delete the team member Cleo', team, ''],
]
test.each(refused)('leaves %j alone', (words, page, reason) => {
  const line = readPlainly(page, words)
  expect(line).toMatch(/^\? /)
  expect(line).toContain(reason)
})

const onShop: [string, string][] = [
  ['Open /cart', 'go /cart'],
  ['Go to the page https://shop.example.com/help?x=1.', 'go https://shop.example.com/help?x=1'],
  ['visit www.example.com', 'go https://www.example.com'],
  ['Go to the home page', 'go /'],
  ['Reload the page', 'go https://shop.example.com/lamps'],
  ['Go to Chairs', 'click #chairs'],
  ['Open the Chairs page', 'click #chairs'],
  ['Click "Sign in"', 'click #sign-in'],
  ['Log in', 'click #sign-in'],
  ['Register', 'click #sign-up'],
  ['tap on the cart', 'click #basket'],
  ['Please click the link called “Lumen”.', 'click #logo'],
  ['The user clicks on the Cancel button', 'click #cancel'],
  ['Save and close', 'click #save-close'],
  ['Click Save and close', 'click #save-close'],
  ['Press the button «Cancel»', 'click #cancel'],
  ['Clik Cancel', '?'],
  ['Click Chiars', 'click #chairs'],
  ['Click Add to basket for the Desk lamp', 'click #add-desk'],
  ['Click the first "Add to basket" button', 'click #add-arc'],
  ['Click the last Add to basket button', 'click #add-desk'],
  ['Add the desk lamp to the basket', 'click #add-desk'],
  ['Under the heading "Arc lamp", press Add to basket', 'click #add-arc'],
  ['In the dialog, click Cancel', 'click #cancel'],
  ['Then I type Ada into the first name field', 'fill #first-name = Ada'],
  ["Enter 'Ada Lovelace' as Last name", 'fill #last-name = Ada Lovelace'],
  ['Fill in the e-mail with ada@example.com', 'fill #email = ada@example.com'],
  ['Fill the Email Address field with {{test_user.email}}', 'fill #email = {{test_user.email}}'],
  ['Write Leave it at the door in Note for the courier', 'fill #note = Leave it at the door'],
  ['Enter the zip code "0150"', 'fill #zip = 0150'],
  ['Enter postal code: 0150', 'fill #zip = 0150'],
  ['Type the text ‘ring twice’ in the note', 'fill #note = ring twice'],
  ['Clear the Note for the courier', 'fill #note = '],
  ['Search for desk lamps', 'fill #search = desk lamps'],
  ['Type "oak" into the search box', 'fill #search = oak'],
  ['Select Oak in the Material list', 'select #material = Oak'],
  ['Pick steel', 'select #material = Steel'],
  ['Set Material to brass', 'select #material = Brass'],
  ['Choose "Price: low to high" from the Order by dropdown', 'select #order = Price: low to high'],
  ['Sort by popularity', 'select #order = Popularity'],
  ['Choose Express', 'check #express'],
  ['Select the Express option under Speed', 'check #express'],
  ['Untick in stock only', 'uncheck #stock'],
  ['Check the box "In stock only"', 'check #stock'],
  ['Press Escape', 'press = Escape'],
  ['Hit the enter key', 'press = Enter'],
  ['Press Ctrl+A', 'press = Control+A'],
  ['Press the down arrow', 'press = ArrowDown'],
  ['Press Enter in the E-mail field', 'press #email = Enter'],
  ['Hover over Lamps in the navigation', 'hover #lamps'],
  ['Double-click the Arc lamp heading', 'double_click #arc'],
  ['I should see "Arc lamp"', 'visible = Arc lamp'],
  ['Then I see Desk lamp on the page', 'visible = Desk lamp'],
  ['There is a text "Free shipping"', 'visible = Free shipping'],
  ['I do not see "Sold out"', 'hidden = Sold out'],
  ['The user should no longer see the Checkout button', 'hidden <button Checkout> = Checkout'],
  ['The Cancel button is visible', 'visible #cancel'],
  ['Verify that a dialog is shown', 'visible #dialog'],
  ['"Loading" disappears', 'hidden = Loading'],
  ['The heading says Lamps', 'visible #heading'],
  ['The heading should be "Sofas"', 'visible <heading Sofas> = Sofas'],
  ['The status says "Nothing was added yet"', 'visible = Nothing was added yet'],
  ['The page title is "Lamps – Lumen"', 'title = Lamps – Lumen'],
  ['Make sure the URL contains /lamps', 'url = /lamps'],
  ['Standard is selected', 'checked #standard'],
  ['Ensure that Express is not selected', 'unchecked #express'],
  ['The price of the Desk lamp is $ 49.00', 'text #price-desk = $ 49.00'],
  ['There are two "Add to basket" buttons', 'count <button Add to basket> = Add to basket 2'],
  ['Wait 2 seconds', 'wait 2000'],
  ['wait for 500ms', 'wait 500'],
  ['Wait until "Thank you" appears', 'wait Thank you'],
  ['Wait for the Cancel button', 'wait #cancel'],
  ['Wait for the dialog to disappear', 'hidden #dialog'],
  ['Wait for the page to load', 'wait 1000'],
  ['Remember the price of the Arc lamp as arcPrice', 'extract #price-arc as arcPrice'],
  ['Copy the E-mail as address', 'extract #email as address'],
  ['Click "Add to basket" on the second product', 'click #add-desk'],
  ['Click the Sign in link in the upper right-hand corner of the page', 'click #sign-in'],
  ['Order the lamps from high to low price', 'select #order = Price: high to low'],
  ['Click the Cancel button to go back to the list', 'click #cancel'],
  ['Type in the postal code 0150', 'fill #zip = 0150'],
  ['Opt for Express', 'check #express'],
  ['I should be redirected to /lamps', 'url = /lamps'],
  ['There are no headings', 'count <heading > 0'],
  ['The url ends with /lamps', 'url = /lamps'],
  ['I should see "Cancel" in the dialog', 'visible #cancel'],
  ['I should see Thanks for your order', 'visible = Thanks for your order'],
  ['The page should not contain "Sold out"', 'hidden = Sold out'],
  ['The Cancel button is not disabled', 'enabled #cancel'],
  ['Nothing was added yet', 'visible = Nothing was added yet'],
  ['Wait up to 10 seconds for "Thank you"', 'wait Thank you'],
  ['Do you see "Desk lamp"?', 'visible = Desk lamp'],
]
test.each(onShop)('understands %j as %j', (words, wanted) => {
  const line = readPlainly(shop, words)
  if (wanted === '?') expect(line).toMatch(/^\? /)
  else expect(line).toBe(wanted)
})

const onTeam: [string, string][] = [
  ['In the row of Bo Tran, click Edit', 'click #edit-bo'],
  ['Click the Edit button in the row with "Anna Berg"', 'click #edit-anna'],
  ['Click Remove next to Bo Tran', 'click #remove-bo'],
  ['Click Edit in the second row', 'click #edit-bo'],
  ['Edit Anna Berg', 'click #edit-anna'],
  ['Remove the member Bo Tran', 'click #remove-bo'],
  ['Delete the team member Bo', 'click #remove-bo'],
  ['Click Save under the heading Danger zone', 'click #save-danger'],
  ['Click Save in the Settings section', 'click #save'],
  ['Switch off dark mode', 'uncheck #dark'],
  ['Turn Dark mode off', 'uncheck #dark'],
  ['Set dark mode to on', 'check #dark'],
  ['Enable the weekly summary', 'check #weekly'],
  ['Toggle Dark mode', 'click #dark'],
  ['Change the number of seats to 12', 'fill #seats = 12'],
  ['Empty the filter "Name or e-mail"', 'fill #filter = '],
  ['Clear the field "Name or e-mail"', 'fill #filter = '],
  ['Upload report.pdf with "Choose file"', 'upload #file = report.pdf'],
  ['Attach the file "notes.txt"', 'upload #file = notes.txt'],
  ['Press Delete', 'press = Delete'],
  ['Dark mode is enabled', 'checked #dark'],
  ['The switch Dark mode is enabled', 'enabled #dark'],
  ['Weekly summary should be off', 'unchecked #weekly'],
  ['The Remove button in the row of Anna Berg is disabled', 'disabled #remove-anna'],
  ['The Save button next to Anna is greyed out', '?'],
  ['The seats field shows 5', 'value #seats = 5'],
  ['There are 2 rows', 'count <css > 2'],
  ['The table has 2 rows', 'count <css > 2'],
  ['There is no row', 'count <css > 0'],
  ['The alert says "Could not reach the server"', 'text #alert = Could not reach the server'],
  ['Make sure that no error "Access denied" is shown', 'hidden = Access denied'],
  [
    'The address is "https://app.example.com/team?tab=members"',
    'url = https://app.example.com/team?tab=members',
  ],
  ['Note the Seats in use as used', 'extract #used as used'],
  ['Read the date of Bo Tran as since', 'extract #since-bo as since'],
  ['check that "Anna Berg" is there', 'visible = Anna Berg'],
  ['Check weekly summary', 'check #weekly'],
  ['Click the Dark mode switch to turn it off', 'uncheck #dark'],
  ['Make a note of the total as total', 'extract #total as total'],
  ['Hide the weekly summary', 'uncheck #weekly'],
  ['Show the weekly summary', 'check #weekly'],
  ['Mark it as weekly summary', 'check #weekly'],
  ['Increase the seats to 9', 'fill #seats = 9'],
  ['Select the member "Bo Tran"', 'check #select-bo'],
  ['Untick Anna Berg', 'uncheck #select-anna'],
  ['Choose language "German" for "Bo Tran"', 'select #language-bo = German'],
  ['Remember the total as total', 'extract #total as total'],
  ['Check the weekly summary is ticked', 'checked #weekly'],
]
test.each(onTeam)('understands %j as %j', (words, wanted) => {
  const line = readPlainly(team, words)
  if (wanted === '?') expect(line).toMatch(/^\? /)
  else expect(line).toBe(wanted)
})

/** Counted from the other end, or with a second way to say it, another element is right. */
const HAS_ANOTHER = new Set(['Click the first "Add to basket" button', 'Click the last Add to basket button'])

test('chooses nothing else when the element that is meant is missing', () => {
  const tables = [
    { page: shop, cases: onShop },
    { page: team, cases: onTeam },
  ]
  for (const { page, cases } of tables) {
    for (const [words, wanted] of cases) {
      const ref = /^(?:click|double_click|fill|select|check|uncheck|hover|upload|extract) #([\w-]+)/.exec(
        wanted,
      )?.[1]
      if (ref === undefined || HAS_ANOTHER.has(words)) continue
      const without = { ...page, nodes: page.nodes.filter((node) => node.ref !== ref) }
      expect(readPlainly(without, words), words).toMatch(/^\? /)
    }
  }
})

test('steps for one page do nothing on the other', () => {
  const elsewhere = [
    ...onShop.map(([words]) => ({ words, line: readPlainly(team, words) })),
    ...onTeam.map(([words]) => ({ words, line: readPlainly(shop, words) })),
  ]
  // The other page has one field for e-mail, among other things.
  const MEANT_THERE = /e-?mail/i
  const done = elsewhere.filter(
    ({ words, line }) =>
      !MEANT_THERE.test(words) &&
      /^(?:click|double_click|fill|select|check|uncheck|hover|upload|extract) /.test(line),
  )
  expect(done).toEqual([])
})
