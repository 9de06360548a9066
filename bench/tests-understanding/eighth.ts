/** An eighth page and twenty steps, written after the rules were mended on the sixth and seventh: a last check. */
import { makePage } from '../../server/src/modules/browser-tests/test/make-page.ts'
import { act, click, expects, fill, type StepSet, see, tick, untick } from './step-set.ts'

const calendar = makePage(
  'https://cal.example.com/week/47',
  'Week 47 · Daybook',
  `
banner
  link "Daybook" #logo
  button "Help" #help
  button "Settings" #settings
toolbar "Calendar"
  button "Today" #today
  button "Previous week" #previous
  button "Next week" #next
  combobox "View" #view {Day|Week|Month|Year} = Week
main
  heading "16 – 22 November" #heading
  list "Events"
    listitem
      text = Mon 09:00
      link "Standup" #standup
      button "More options" #more-standup
    listitem
      text = Tue 14:30
      link "Design review" #review
      button "More options" #more-review
    listitem
      text = Fri 16:00
      link "Retrospective" #retro
      button "More options" #more-retro
  button "New event" #new
complementary "Calendars"
  checkbox "Work" #work [checked]
  checkbox "Family" #family
  checkbox "Public holidays" #holidays [checked]
dialog "Edit event"
  heading "Edit event" #edit-heading
  textbox "Title" #title = Design review
  textbox "Location" #location
  textbox "Starts" #starts = 17.11.2026 14:30
  combobox "Duration" #duration {15 minutes|30 minutes|45 minutes|1 hour} = 1 hour
  combobox "Repeat" #repeat {Never|Daily|Weekly|Monthly} = Never
  group "Guests"
    textbox "Add guests" #guests
    list
      listitem
        text = Kim Larsen
        button "Remove guest" #remove-kim
      listitem
        text = Omar Haddad
        button "Remove guest" #remove-omar
  text = Meeting link
  text #link = https://meet.example.com/abc-123
  textbox "Description" #description
  checkbox "Private" #private
  checkbox "All day" #all-day
  button "Attach a file" #attach
  button "Save event" #save [disabled]
  button "Delete event" #delete
  button "Close" #close
status #status = Saving draft…
`,
)

export const EIGHTH: StepSet = {
  title: 'on an eighth page',
  pages: [
    {
      page: calendar,
      steps: [
        ["Fill out the 'Location' input with Room 4.12", fill('location', 'Room 4.12')],
        ['From the "Repeat" dropdown, select "Weekly"', act('select', 'repeat', 'Weekly')],
        ['Choose 30 minutes for the duration', act('select', 'duration', '30 minutes')],
        ['Remove guest Omar Haddad', click('remove-omar')],
        ['Close the dialog', click('close')],
        ['Make sure the save button becomes disabled', expects('disabled', 'save')],
        ['Click the more options icon next to Standup', click('more-standup')],
        ['On the toolbar, hit Today', click('today')],
        ['Change the view to Month', act('select', 'view', 'Month')],
        ['Mark the event as private', ...tick('private')],
        ['Hide the public holidays', ...untick('holidays')],
        ['Expect "No guests yet" to not be visible', expects('hidden', null, 'No guests yet')],
        ['Verify the title field has the value "Design review"', expects('value', 'title', 'Design review')],
        ['The event "Retrospective" should appear on the page', ...see('Retrospective', 'retro')],
        ['Make a note of the meeting link as link', { kind: 'extract', ref: 'link' }],
        ['Add kim@example.com under Add guests', fill('guests', 'kim@example.com')],
        [
          'Wait until "Saving draft…" is gone',
          expects('hidden', null, 'Saving draft…'),
          expects('hidden', 'status'),
        ],
        ['Double click on Design review', act('double_click', 'review')],
        ['Go forward to next week', click('next')],
        ['Enter a description of "Bring your laptop"', fill('description', 'Bring your laptop')],
      ],
      traps: [
        'Click the more options button',
        'Remove all guests',
        'Save the event and close the dialog',
        'Cancel the meeting',
        'Choose 2 hours for the duration',
      ],
    },
  ],
}
