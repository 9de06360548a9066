import { expect, test } from 'vitest'
import { makePage } from '../../test/make-page.ts'
import { readPlainly } from '../../test/read-plainly.ts'

const clinic = makePage(
  'https://clinic.example.com/appointments',
  'Appointments · Medora',
  `
banner
  link "Medora" #logo
  navigation "Main"
    link "Appointments" #nav-app
    link "Patients" #nav-pat
    link "Billing" #nav-bill
  searchbox "Search patients" #search
  button "Log out" #logout
main
  heading "Appointments" #h
  tablist
    tab "Upcoming" #tab-up [selected]
    tab "Past" #tab-past
  alert #alert = The doctor is away on Friday
  button "Close" #close-alert
  form "New appointment"
    textbox "Patient" #patient
    textbox "Date of birth" #dob
    combobox "Department" #dept {Cardiology|Dermatology|Radiology} = Cardiology
    combobox "Doctor" #doctor {Dr. Hall|Dr. Singh|Dr. Novak}
    textbox "Date" #date
    textbox "Time" #time
    group "Visit type"
      radio "In person" #person [checked]
      radio "Video call" #video
      radio "Phone call" #phonecall
    textbox "Reason for visit" #reason
    textbox "Phone number" #phone
    checkbox "First visit" #firstvisit
    checkbox "Send reminder by SMS" #sms [checked]
    switch "Urgent" #urgent
    button "Upload referral" #referral
    button "Book appointment" #book [disabled]
    button "Reset" #reset
  table "Upcoming"
    row
      columnheader "Patient"
      columnheader "Doctor"
      columnheader "When"
      columnheader "Status"
    row #row-olga
      cell "Olga Petrova"
      cell "Dr. Hall"
      cell "3 Mar 2027, 09:30" #when-olga
      cell "Confirmed" #status-olga
      button "Reschedule" #res-olga
      button "Cancel" #cancel-olga
    row #row-ben
      cell "Ben Carter"
      cell "Dr. Singh"
      cell "4 Mar 2027, 14:00" #when-ben
      cell "Requested" #status-ben
      button "Reschedule" #res-ben
      button "Cancel" #cancel-ben
      button "Confirm" #confirm-ben
  text = Open balance
  text #balance = $120.00
  button "Pay balance" #pay
contentinfo
  link "Privacy policy" #privacy
`,
)

const files = makePage(
  'https://drive.example.com/files',
  'My files · Drivo',
  `
banner
  searchbox "Search files" #search
  button "Upload" #upload
  button "New folder" #newfolder
  link "Trash" #trash
main
  heading "My files" #h
  text #quota = 3.2 GB of 15 GB used
  combobox "Sort by" #sort {Name|Last modified|Size} = Name
  checkbox "Show hidden files" #hidden
  list "Files"
    listitem
      link "Budget 2027.xlsx" #budget
      text #size-budget = 48 KB
      button "Share" #share-budget
      button "Rename" #rename-budget
      button "Move to trash" #trash-budget
    listitem
      link "Holiday photos" #photos
      text #size-photos = 1.1 GB
      button "Share" #share-photos
      button "Rename" #rename-photos
      button "Move to trash" #trash-photos
dialog "Share “Budget 2027.xlsx”" #dlg
  textbox "Add people" #people
  combobox "Permission" #perm {Can view|Can comment|Can edit} = Can view
  textbox "Message" #msg
  checkbox "Notify people" #notify [checked]
  text #link = https://drive.example.com/s/abc
  button "Copy link" #copy
  button "Send" #send [disabled]
  button "Send without message" #quiet
  button "Cancel" #cancel
`,
)

const subjects: [string, string][] = [
  ['The receptionist enters "Olga Petrova" as the patient', 'fill #patient = Olga Petrova'],
  ['The patient picks Dermatology as department', 'select #dept = Dermatology'],
  ['As an admin, cancel the appointment of Ben Carter', 'click #cancel-ben'],
  ['After booking, I should see "Appointment booked"', 'visible = Appointment booked'],
  ['After clicking Book, I should see "Appointment booked"', '?'],
  ['Once booked, click Reset', '?'],
  ['After saving, "Saved" should be visible', 'visible = Saved'],
  ['Department: pick Radiology', 'select #dept = Radiology'],
  ['In the new appointment form: choose Radiology', 'select #dept = Radiology'],
  ['"Chest pain" is typed into the reason field', 'fill #reason = Chest pain'],
  ['The Reset button is clicked', 'click #reset'],
  ['Video call is selected as the visit type by the patient', 'check #video'],
  ['The doctor selects', '?'],
]
const verbs: [string, string][] = [
  ['Go with a video call', 'check #video'],
  ['Change the doctor from Dr. Hall to Dr. Novak', 'select #doctor = Dr. Novak'],
  ['Appoint Dr. Singh as the doctor', 'select #doctor = Dr. Singh'],
  ['Describe the reason for the visit as "Chest pain"', 'fill #reason = Chest pain'],
  ['Give "Chest pain" as the reason', 'fill #reason = Chest pain'],
  ['Replace the phone number with 555-0101', 'fill #phone = 555-0101'],
  ['Take the SMS reminder off', 'uncheck #sms'],
  ['Make it urgent', 'check #urgent'],
  ['Make the appointment urgent', 'check #urgent'],
  ['Make the appointment cheap', '?'],
  ['Filter by department Radiology', 'select #dept = Radiology'],
  ['Filter by department Surgery', '?'],
  ['Filter for patients on their first visit', '?'],
  ['Set a time of 10:30', 'fill #time = 10:30'],
  ['Increase the time by 2', '?'],
  ['Hit Tab to go to the next field', 'press = Tab'],
  ['Search the patients for olga', 'fill #search = olga'],
  ['Open the past appointments', 'click #tab-past'],
  ['Dismiss the alert', 'click #close-alert'],
  ['Confirm the requested appointment', 'click #confirm-ben'],
  ["Reschedule Olga's appointment", 'click #res-olga'],
  ['Cancel the appointment', '?'],
  ['Click Cancel in the row above Ben Carter', '?'],
  ['Click Cancel in the row below Olga Petrova', '?'],
  ['Cancel the appointment after Olga Petrova', '?'],
  ['Click Cancel under Olga Petrova', 'click #cancel-olga'],
  ['Remove Ben Carter from the list', '?'],
  ['Take Ben Carter off the list', '?'],
  ['The patient pays by card', '?'],
  ['Attach "x-ray.png" to the appointment', 'upload #referral = x-ray.png'],
  ['Attach photo.png to the patient', '?'],
]
const fields: [string, string][] = [
  ['Put 05/03/2027 as the appointment date', 'fill #date = 05/03/2027'],
  ["Type the patient's phone number 555-0101", 'fill #phone = 555-0101'],
  ['Type "a" as the department\'s date', '?'],
  ['Set the appointment address to "a"', '?'],
  ['Enter Dr. Hall as the name of the doctor', 'select #doctor = Dr. Hall'],
  ['Enter "Zed" as the name of the doctor', '?'],
  ['Choose Radiology as the department of choice', 'select #dept = Radiology'],
  ['Enter 5 as the phone number of Ben Carter', '?'],
]
const claims: [string, string][] = [
  ['The status of Ben Carter should be Requested', 'text #status-ben = Requested'],
  ['Ben Carter should have status Confirmed', 'text #row-ben = Confirmed'],
  ['The appointment of Olga Petrova should be on 3 Mar 2027, 09:30', 'text #when-olga = 3 Mar 2027, 09:30'],
  ['The open balance should come to $120.00', 'text #balance = $120.00'],
  ['"Book appointment" must stay disabled as long as there is no patient', 'disabled #book'],
  ['The user should not be able to click Book appointment', 'disabled #book'],
  ["It shouldn't be possible to press Book appointment yet", 'disabled #book'],
  ['Make sure Book appointment can be clicked', 'enabled #book'],
  ['Video call cannot be selected', 'disabled #video'],
  ['In person is preselected', 'checked #person'],
  ['Cardiology should be selected as the department', 'value #dept = Cardiology'],
  ['Nothing says "Overbooked"', 'hidden = Overbooked'],
  ['No "Overbooked" label is shown anywhere', 'hidden = Overbooked'],
  ["There's payment due", 'visible = payment due'],
  ["There isn't payment due", 'hidden = payment due'],
  ['Cardiology should be deselected in the department', '?'],
  ['I should see none of "Overbooked"', '?'],
  ['Verify that we cannot see "Overbooked"', '?'],
  ['Verify that the page lacks "Overbooked"', '?'],
  ['The page never says "Overbooked"', '?'],
  ['Wait for "Overbooked" not to be there', '?'],
  ['The department should be anything but "Cardiology"', '?'],
  ['The open balance is more than "$100.00"', '?'],
  ['Verify that the user is unable to see "Overbooked"', '?'],
  ['The address does not contain "billing"', '?'],
  ['The page title isn\'t "Billing"', '?'],
  ['Make sure not to click Reset', '?'],
  ['The phone number is not "555-0101"', '?'],
  ['The department does not show "Radiology"', '?'],
  ['The status of Ben Carter is not "Cancelled"', 'hidden = Cancelled'],
  ['The list contains Ben Carter', 'visible = Ben Carter'],
  ['Indicate that this is the first visit', '?'],
  ['There are two appointments in the table', '?'],
  ['I see two appointments', '?'],
  ['The page is titled "Medora"', '?'],
  ['The department should be Cardiology by default', 'value #dept = Cardiology'],
  ['Pause the reminder', '?'],
  ['The date is cleared', '?'],
  ['The phone number is invalid', '?'],
  ["The patient's phone number should be 555-0101", 'value #phone = 555-0101'],
  ['The patient has 3 visits left', '?'],
  ["The doctor's rank should be 1", '?'],
  ['In the new appointment form, the title is "Zed"', '?'],
  ["Store Ben Carter's status as status", 'extract #status-ben as status'],
]
test.each([...subjects, ...verbs, ...fields, ...claims])('understands %j as %j', (words, wanted) => {
  const line = readPlainly(clinic, words)
  if (wanted === '?') expect(line).toMatch(/^\? /)
  else expect(line).toBe(wanted)
})

const onFiles: [string, string][] = [
  ['The user shares Holiday photos', 'click #share-photos'],
  ['Send without "message"', 'click #quiet'],
  ['Move Holiday photos to the trash', 'click #trash-photos'],
  ['Move the file to the trash', '?'],
  ['Create a new folder', 'click #newfolder'],
  ['Create a folder', 'click #newfolder'],
  ['Create a new album', '?'],
  ['Holiday photos takes up 1.1 GB', '?'],
  ['The size of Holiday photos should be 1.1 GB', 'text #size-photos = 1.1 GB'],
  ['The permission is Can view', 'value #perm = Can view'],
  ['Deselect the option to notify people', 'uncheck #notify'],
  ['Upload the file notes.txt to this folder', 'upload #upload = notes.txt'],
  ['Upload notes.txt as the message', '?'],
]
test.each(onFiles)('understands %j as %j among files', (words, wanted) => {
  const line = readPlainly(files, words)
  if (wanted === '?') expect(line).toMatch(/^\? /)
  else expect(line).toBe(wanted)
})
