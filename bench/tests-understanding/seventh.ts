/** A seventh page and twenty steps, written after the rules were mended on the sixth; built as testers build their sentences. */
import { makePage } from '../../server/src/modules/browser-tests/test/make-page.ts'
import { act, click, expects, fill, type StepSet, see, tick, untick, wait } from './step-set.ts'

const school = makePage(
  'https://school.example.org/admin/people',
  'People – Riverside School',
  `
banner
  link "Riverside School" #logo
  navigation "Main"
    link "Dashboard" #dashboard
    link "People" #people
    link "Timetable" #timetable
    link "Reports" #reports
  button "Admin menu" #admin-menu [expanded=false]
main
  heading "People" #heading
  tablist
    tab "Teachers" #tab-teachers [selected]
    tab "Pupils" #tab-pupils
    tab "Parents" #tab-parents
  textbox "Filter by name" #filter
  button "Export as CSV" #export
  button "Add person" #add
  table "Teachers"
    row "Name Role Status Actions"
      columnheader "Name" #col-name
      columnheader "Role"
      columnheader "Status"
      columnheader "Actions"
    row "Select Hana Kovac Teacher Active Deactivate Edit" #row-hana
      checkbox "Select" #select-hana
      cell "Hana Kovac"
      cell "Teacher"
        combobox "Role" #role-hana {Teacher|Head of year|Administrator} = Teacher
      cell "Active" #status-hana
      button "Deactivate" #deactivate-hana
      button "Edit" #edit-hana
    row "Select Luis Ferreira Administrator Active Deactivate Edit" #row-luis
      checkbox "Select" #select-luis
      cell "Luis Ferreira"
      cell "Administrator"
        combobox "Role" #role-luis {Teacher|Head of year|Administrator} = Administrator
      cell "Active"
      button "Deactivate" #deactivate-luis
      button "Edit" #edit-luis
  text #selected = 0 people selected
  region "School profile"
    heading "School profile" #profile
    img "School crest" #crest
    button "Upload a new crest" #upload
    textbox "School name" #school-name = Riverside School
    textbox "Head teacher" #head
    textbox "Phone number" #phone
    textbox "About the school" #about
    switch "Public profile" #public [checked]
    switch "Email notifications" #notifications
    radio "Light theme" #light [checked]
    radio "Dark theme" #dark
    button "Save changes" #save
    button "Discard changes" #discard
status #toast = Profile updated
alert #error = Phone number is not valid
`,
)

export const SEVENTH: StepSet = {
  title: 'on a seventh page',
  pages: [
    {
      page: school,
      steps: [
        ['When I go to the timetable page', click('timetable')],
        ['I click "Deactivate" for user "Luis Ferreira"', click('deactivate-luis')],
        [
          'When I select role "Head of year" for user "Hana Kovac"',
          act('select', 'role-hana', 'Head of year'),
        ],
        ['I select user "Luis Ferreira"', ...tick('select-luis')],
        ['Then I see "0 people selected"', ...see('0 people selected', 'selected')],
        ['Change the head teacher to "Dr. Amy Stone"', fill('head', 'Dr. Amy Stone')],
        ['Enter phone number "+44 20 7946 0958"', fill('phone', '+44 20 7946 0958')],
        ['Toast shows "Profile updated"', ...see('Profile updated', 'toast')],
        [
          'I should get an error saying "Phone number is not valid"',
          ...see('Phone number is not valid', 'error'),
        ],
        ['Click the Public profile toggle to turn it off', ...untick('public')],
        ['Turn on email notifications', ...tick('notifications')],
        ['the url should be "/admin/people"', expects('url', null, '/admin/people')],
        [
          'School name should have value "Riverside School"',
          expects('value', 'school-name', 'Riverside School'),
        ],
        ['I should see 2 rows in the table', expects('count', null, null, 2)],
        ['Click on Pupils', click('tab-pupils')],
        ['Switch to dark theme', ...tick('dark')],
        ['Upload crest.svg as the new crest', act('upload', 'upload', 'crest.svg')],
        ['Click on the Save Changes button at the bottom', click('save')],
        ['Verify that the "Teachers" tab is displayed', expects('visible', 'tab-teachers')],
        ['Wait for the message "Profile updated" to show up', wait('Profile updated'), wait(null, 'toast')],
      ],
      traps: [
        'I delete an existing user',
        'Click Edit',
        'Select an image from your computer',
        'I fill in the new user form',
        'Deactivate Hana and Luis',
      ],
    },
  ],
}
