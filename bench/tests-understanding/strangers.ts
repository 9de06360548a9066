/**
 * Sixty steps on five pages by a third hand that has seen neither the rules nor their results, and eight that must be
 * left alone. No rule may be mended on these: they would say nothing any more.
 */
import { act, awaits, click, expects, fill, go, type StepSet, see, tick, untick, upload } from './step-set.ts'
import { delivery, enrolment, helpdesk, streaming, tickets } from './strangers-pages.ts'

export const STRANGERS: StepSet = {
  title: 'by a third hand, 5 pages',
  pages: [
    {
      page: tickets,
      steps: [
        ['Visit /events/summer-nights', go('/events/summer-nights')],
        ['Click "Buy tickets" in the row of Sat 15 May 2027', click('buy-sat')],
        ['The user taps Choose seats', click('seats')],
        ['Remove the parking pass from the basket', click('remove-parking')],
        ['Join the waiting list for Sun 16 May', click('waiting')],
        ['Type "OWLS15" into the voucher code field', fill('voucher', 'OWLS15')],
        ['Search for Nina Hagedorn', fill('search', 'Nina Hagedorn')],
        ['Enter 3 for the number of adults', fill('adults', '3')],
        ['Choose Upper tier as the seating area', act('select', 'area', 'Upper tier')],
        ['User ticks the ticket insurance checkbox', ...tick('insurance')],
        ['I should see a total of €108.00', ...see('€108.00', 'total')],
        ['The user should not see "Booking failed"', expects('hidden', null, 'Booking failed')],
      ],
      traps: ['Click Buy tickets', 'Choose Backstage as the seating area'],
    },
    {
      page: helpdesk,
      steps: [
        ['Go to the Reports page', click('nav-reports')],
        ['Click the ticket "Printer on 3rd floor is jammed"', click('ticket-2041')],
        ['In the row of Amira Saleh, press "Assign to me"', click('assign-2036')],
        ['Close ticket HD-2036', click('close-2036')],
        ['Select the Internal note tab', click('tab-note')],
        ["Type 'We are looking into it' in the reply box", fill('reply', 'We are looking into it')],
        ['The agent enters vpn in the Tags field', fill('tags', 'vpn')],
        ['Change the status to Pending', act('select', 'status', 'Pending')],
        ['Uncheck "Notify requester by email"', ...untick('notify')],
        ['Upload network-log.txt using "Attach a file"', ...upload('attach', 'network-log.txt')],
        ['Make sure that ticket HD-2036 is On hold', ...see('On hold', 'status-2036', 'row-2036')],
        [
          'Check that the assignee is set to Julia Stern',
          expects('value', 'assignee', 'Julia Stern'),
          expects('text', 'assignee', 'Julia Stern'),
        ],
      ],
      traps: ['The agent clicks "Assign to me"', 'Close ticket HD-1999'],
    },
    {
      page: streaming,
      steps: [
        ['Open the page /account/billing', go('/account/billing')],
        ['Click the second Edit button', click('edit-max')],
        ['Sign out the device "Pixel 8"', click('out-pixel')],
        ['The subscriber clicks on Cancel membership', click('cancel')],
        ['Add a new profile', click('add-profile')],
        ['Type Sunny-Day-42 into "New password"', fill('new-password', 'Sunny-Day-42')],
        ['Replace the email with sofia.l@example.com', fill('email', 'sofia.l@example.com')],
        ['Pick Deutsch for the subtitle language', act('select', 'subtitles', 'Deutsch')],
        ['Turn off "Autoplay next episode"', ...untick('autoplay-next')],
        ['The user sees "Your changes have been saved"', ...see('Your changes have been saved', 'saved')],
        [
          'Verify the next payment is on 3 July 2027',
          ...see('3 July 2027', 'payment'),
          ...see('Next payment: 3 July 2027', 'payment'),
        ],
        ['The "Save password" button should be disabled', expects('disabled', 'save-password')],
      ],
      traps: ['Delete the profile', 'Type 1234 into the PIN field'],
    },
    {
      page: enrolment,
      steps: [
        [
          'The student navigates to https://campus.example.edu/catalogue?term=spring',
          go('https://campus.example.edu/catalogue?term=spring'),
          go('/catalogue?term=spring'),
        ],
        ['Click Enrol for Linear Algebra', click('enrol-algebra')],
        ['Open the details of BIO-110', click('details-genetics')],
        ['The student drops the World Geography course', click('drop-geography')],
        ['Finally, submit the enrolment', click('submit')],
        ['Fill in the student number with S-48213', fill('number', 'S-48213')],
        ['For the emergency contact, write "Karin Berg, aunt"', fill('emergency', 'Karin Berg, aunt')],
        ['Select "Part-time" as the study mode', ...tick('part-time')],
        ['Attach residence.pdf as proof of residence', ...upload('residence', 'residence.pdf')],
        [
          'The row for Linear Algebra should say "12 places left"',
          ...see('12 places left', 'places-algebra', 'row-algebra'),
        ],
        ['Ensure the heading "My courses" is visible', ...see('My courses', 'my-courses')],
        ['Wait for "You are now enrolled"', ...awaits('You are now enrolled')],
      ],
      traps: ['Click Enrol for Organic Chemistry'],
    },
    {
      page: delivery,
      steps: [
        ['Go to Send a parcel', click('nav-send')],
        ['Press the Track button', click('track')],
        ['Click Edit next to "Office"', click('edit-office')],
        ["Delete Grandma's address", click('delete-grandma')],
        ['Click the last "View receipt" link', click('receipt-tea')],
        ['Please type PW77301190 in the Tracking number field', fill('number', 'PW77301190')],
        [
          'The customer enters "Leave it behind the shed" as instructions for the driver',
          fill('instructions', 'Leave it behind the shed'),
        ],
        ['Enter 04109 as the postcode', fill('postcode', '04109')],
        ['Choose Friday 11 June from the delivery day list', act('select', 'day', 'Friday 11 June')],
        ['Then I should see "Arriving tomorrow"', ...see('Arriving tomorrow', 'arriving')],
        [
          'Birkenweg 4, Leipzig is shown in the address book',
          ...see('Birkenweg 4, Leipzig', 'street-home', 'row-home'),
        ],
        [
          'Wait until "Loading map…" is gone',
          expects('hidden', 'loading'),
          expects('hidden', 'loading', 'Loading map…'),
          expects('hidden', null, 'Loading map…'),
        ],
      ],
      traps: ['Click the fourth Edit button'],
    },
  ],
}
