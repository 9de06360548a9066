/**
 * Sixty steps in words on the five pages, with the choices that are right, and ten that must be left alone: nothing on the
 * page, or more than one thing, is meant. Written before the rules, and not used while they were built.
 */
import { bank, recipes } from './first-more-pages.ts'
import { airline, issues, webmail } from './first-pages.ts'
import { act, click, expects, fill, go, type StepSet, see, tick, untick, wait } from './step-set.ts'

export const FIRST: StepSet = {
  title: 'steps on 5 pages',
  pages: [
    {
      page: webmail,
      steps: [
        ['Click on Compose', click('compose')],
        ['Put ines.friend@example.com in the To field', fill('to', 'ines.friend@example.com')],
        ["type 'Lunch next week' as the subject", fill('subject', 'Lunch next week')],
        ['Write "See you at noon!" in the message body', fill('body', 'See you at noon!')],
        ['tick the read receipt checkbox', ...tick('receipt')],
        ['Hit the Send button', click('send')],
        ['Star the message from Mira Lindqvist', click('star-mira')],
        ['Sort the messages by sender', act('select', 'sort', 'Sender')],
        [
          'Verify that the email "Dinner on Friday?" is in the list',
          ...see('Dinner on Friday?', 'mail-mira', 'row-mira'),
        ],
        ['The Delete button should be greyed out', expects('disabled', 'delete')],
        [
          'Make sure there\'s no message saying "Message could not be sent"',
          expects('hidden', null, 'Message could not be sent'),
        ],
        ['Open the Drafts folder', click('drafts')],
      ],
      traps: ['Click Star', 'Click the Unsubscribe button'],
    },
    {
      page: airline,
      steps: [
        ['Choose the one-way option', ...tick('one-way')],
        ['Enter Lisbon as the destination', fill('to', 'Lisbon')],
        ['Fill in 24 December 2026 for the departure date', fill('departure', '24 December 2026')],
        ['select Business from the cabin class dropdown', act('select', 'cabin', 'Business')],
        ['Increase the number of adults', click('more-adults')],
        ["Uncheck 'My dates are flexible'", ...untick('flexible')],
        ['I click the Search flights button', click('search')],
        ['Click "Choose flight" for SK 205', click('choose-205')],
        ['Wait until "Show more results" is visible', wait('Show more results'), wait(null, 'more')],
        ['User should see 3 flights to Lisbon', ...see('3 flights to Lisbon', 'results')],
        ['Remember the price of SK 101 as price', { kind: 'extract', ref: 'price-101' }],
        ['Switch to the Hotels tab', click('tab-hotels')],
      ],
      traps: ['Click Details', 'Type "Anna" into the passport number field'],
    },
    {
      page: issues,
      steps: [
        [
          'Go to https://track.example.com/acme/rocket/issues?state=closed',
          go('https://track.example.com/acme/rocket/issues?state=closed'),
        ],
        ['Pick "good first issue" in the Label menu', act('select', 'label', 'good first issue')],
        ['Set the priority to High', act('select', 'priority', 'High')],
        ['In the row of "Support dark mode", click Edit', click('edit-219')],
        ['Close issue #228', click('close-228')],
        ['Clear the filter field', fill('filter', '')],
        [
          'enter “Fuel gauge shows wrong value” into the title box',
          fill('title', 'Fuel gauge shows wrong value'),
        ],
        ['Toggle the Confidential switch', ...tick('confidential')],
        ['Upload crash.png to "Drop screenshots here or browse"', act('upload', 'screenshots', 'crash.png')],
        ['Check that the address contains state=open', expects('url', null, 'state=open')],
        ['Expect the Notify watchers checkbox to be ticked', expects('checked', 'notify')],
        ['Go to the next page', click('next')],
      ],
      traps: ['Click Edit', 'Type "Slow start" into the title box and press Enter'],
    },
    {
      page: bank,
      steps: [
        ['Navigate to /payments/new', go('/payments/new')],
        ['Enter 250.00 in Amount', fill('amount', '250.00')],
        ['Fill the IBAN field with NO93 8601 1117 947', fill('iban', 'NO93 8601 1117 947')],
        ['Type {{recipient}} into "Recipient\'s name"', fill('recipient', '{{recipient}}')],
        ['Choose Savings account under From account', act('select', 'from', 'Savings account')],
        ["Enable 'Repeat monthly'", ...tick('repeat')],
        ['Please click Continue', click('continue')],
        ['Show the details of the City Power transaction', click('details-power')],
        [
          'The amount of Grocer & Sons is −54.20 €',
          ...see('−54.20 €', 'amount-grocer'),
          expects('text', 'row-grocer', '−54.20 €'),
        ],
        ['Make sure that two-factor sign-in is on', expects('checked', 'two-factor')],
        ['Note the balance of the Everyday account as balance', { kind: 'extract', ref: 'balance-everyday' }],
        ['Log out', click('sign-out')],
      ],
      traps: ['Click the Details button', 'Select GBP as the currency'],
    },
    {
      page: recipes,
      steps: [
        ["Search for 'pumpkin pie'", fill('search', 'pumpkin pie')],
        ['Press Enter', act('press', null, 'Enter')],
        ['Click the link Lemon drizzle cake', click('cake')],
        ['Tick off the carrots', ...tick('carrots')],
        ['Change the servings to 6', fill('servings', '6')],
        ['Give it 5 stars', ...tick('star-5')],
        ['Leave the comment "Delicious, thanks!"', fill('comment', 'Delicious, thanks!')],
        ['Reply to Samir', click('reply-samir')],
        ['Verify the Post comment button is disabled', expects('disabled', 'post')],
        ['There should be 2 Reply buttons', expects('count', null, 'Reply', 2)],
        [
          'Title should be "Lemon lentil soup – The Copper Pot"',
          expects('title', null, 'Lemon lentil soup – The Copper Pot'),
        ],
        ['Switch the language to Français', act('select', 'language', 'Français')],
      ],
      traps: ['Click Like', 'Click the Delete comment button'],
    },
  ],
}
