/**
 * Five pages as people with a screen reader get them, for `tests-understanding`. They were written before the rules that
 * are measured on them. One line a node: role "name" #ref [states] {options} = value.
 */
import { makePage } from '../../server/src/modules/browser-tests/test/make-page.ts'

export const webmail = makePage(
  'https://mail.example.com/inbox',
  'Inbox (3) – Postbox',
  `
banner
  link "Postbox home" #logo
  search "Search"
    searchbox "Search in mail" #search
    button "Search options" #search-options [expanded=false]
  button "Settings" #settings
  button "Account: Ines Okafor" #account
navigation "Folders"
  button "Compose" #compose
  list
    listitem
      link "Inbox 3 unread" #inbox [selected]
    listitem
      link "Starred" #starred
    listitem
      link "Sent" #sent
    listitem
      link "Drafts 1" #drafts
    listitem
      link "Spam" #spam
    listitem
      link "Trash" #trash
main
  heading "Inbox" #heading
  toolbar "Message actions"
    checkbox "Select all messages" #select-all
    button "Archive" #archive [disabled]
    button "Mark as read" #mark-read [disabled]
    button "Delete" #delete [disabled]
    button "Refresh" #refresh
    combobox "Sort by" #sort {Newest first|Oldest first|Sender|Size} = Newest first
  grid "Messages"
    row "Select Star Nordbank Your statement for October is ready 09:12" #row-bank
      checkbox "Select message from Nordbank" #select-bank
      button "Star" #star-bank
      gridcell "Nordbank"
      link "Your statement for October is ready" #mail-bank
      gridcell "09:12" #time-bank
    row "Select Star Mira Lindqvist Dinner on Friday? Yesterday" #row-mira
      checkbox "Select message from Mira Lindqvist" #select-mira
      button "Star" #star-mira
      gridcell "Mira Lindqvist"
      link "Dinner on Friday?" #mail-mira
      gridcell "Yesterday"
    row "Select Starred City Library Your loan is due in three days Monday" #row-library
      checkbox "Select message from City Library" #select-library
      button "Star" #star-library [pressed]
      gridcell "City Library"
      link "Your loan is due in three days" #mail-library
      gridcell "Monday"
  paragraph #used = 4.2 GB of 15 GB used
dialog "New message"
  heading "New message" #dialog-heading
  textbox "To" #to
  button "Cc" #cc
  button "Bcc" #bcc
  textbox "Subject" #subject
  textbox "Message body" #body
  button "Attach files" #attach
  checkbox "Request a read receipt" #receipt
  button "Send" #send
  button "Discard draft" #discard
  button "Close" #close
status #status = Draft saved
`,
)

export const airline = makePage(
  'https://fly.example.com/book?lang=en',
  'Book a flight | Skylark',
  `
banner
  link "Skylark" #logo
  navigation "Main"
    link "Book" #book
    link "Check-in" #check-in
    link "My trips" #trips
    link "Help" #help
  button "English" #language
  link "Log in" #login
main
  heading "Where to next?" #heading
  tablist "Products"
    tab "Flights" #tab-flights [selected]
    tab "Hotels" #tab-hotels
    tab "Car hire" #tab-cars
  form "Flight search"
    radiogroup "Trip type"
      radio "Round trip" #round [checked]
      radio "One way" #one-way
      radio "Multi-city" #multi
    combobox "From" #from = Oslo (OSL)
    button "Swap origin and destination" #swap
    combobox "To" #to
    textbox "Departure date" #departure
    textbox "Return date" #return
    group "Passengers"
      spinbutton "Adults" #adults = 1
      button "Increase adults" #more-adults
      button "Decrease adults" #fewer-adults [disabled]
      spinbutton "Children" #children = 0
      button "Increase children" #more-children
      button "Decrease children" #fewer-children [disabled]
    combobox "Cabin class" #cabin {Economy|Premium Economy|Business|First} = Economy
    checkbox "Direct flights only" #direct
    checkbox "My dates are flexible" #flexible [checked]
    textbox "Promo code" #promo
    button "Search flights" #search
  region "Results"
    heading "3 flights to Lisbon" #results
    list
      listitem
        heading "SK 101"
        paragraph = 07:20 – 11:05, direct
        paragraph #price-101 = € 189
        button "Details" #details-101
        button "Choose flight" #choose-101
      listitem
        heading "SK 205"
        paragraph = 12:40 – 18:15, 1 stop in Copenhagen
        paragraph #price-205 = € 142
        button "Details" #details-205
        button "Choose flight" #choose-205
      listitem
        heading "SK 309"
        paragraph = 21:10 – 00:55, direct
        paragraph #price-309 = € 164
        button "Details" #details-309
        button "Choose flight" #choose-309 [disabled]
        text = Sold out
    button "Show more results" #more
complementary "Offers"
  heading "Travel news"
  textbox "Your email" #news-email
  button "Subscribe" #subscribe
contentinfo
  link "Baggage rules" #baggage
  link "Contact" #contact
  link "Privacy" #privacy
`,
)

export const issues = makePage(
  'https://track.example.com/acme/rocket/issues?state=open',
  'Issues · acme/rocket',
  `
banner
  link "Dashboard" #dashboard
  textbox "Search or jump to…" #search
  button "Notifications, 2 new" #notifications
  button "Open user menu" #user-menu
main
  heading "rocket" #project
  tablist
    tab "Code" #tab-code
    tab "Issues 14" #tab-issues [selected]
    tab "Pull requests 3" #tab-pulls
    tab "Wiki" #tab-wiki
  link "New issue" #new
  textbox "Filter issues" #filter = is:open
  button "Clear filter" #clear
  combobox "Label" #label {All labels|bug|documentation|enhancement|good first issue}
  combobox "Assignee" #assignee {Anyone|Jonas Weber|Priya Raman|Unassigned}
  combobox "Milestone" #milestone {None|Version 1.0|Version 1.1}
  table "Issues"
    row "Number Title Assignee Actions"
      columnheader "Number"
      columnheader "Title" #col-title
      columnheader "Assignee"
      columnheader "Actions"
    row "#231 Engine stalls after long pause Priya Raman Edit Close" #row-231
      cell "#231"
      cell "Engine stalls after long pause"
        link "Engine stalls after long pause" #issue-231
      cell "Priya Raman" #assignee-231
      cell "Edit Close"
        button "Edit" #edit-231
        button "Close" #close-231
    row "#228 Typo on the landing page Unassigned Edit Close" #row-228
      cell "#228"
      cell "Typo on the landing page"
        link "Typo on the landing page" #issue-228
      cell "Unassigned"
      cell "Edit Close"
        button "Edit" #edit-228
        button "Close" #close-228
    row "#219 Support dark mode Jonas Weber Edit Close" #row-219
      cell "#219"
      cell "Support dark mode"
        link "Support dark mode" #issue-219
      cell "Jonas Weber"
      cell "Edit Close"
        button "Edit" #edit-219
        button "Close" #close-219
  navigation "Pagination"
    button "Previous" #previous [disabled]
    link "1" #page-1
    link "2" #page-2
    button "Next" #next
  region "Quick add"
    heading "Quick add" #quick-heading
    textbox "Title" #title
    textbox "Description" #description
    combobox "Priority" #priority {Low|Medium|High|Urgent} = Medium
    checkbox "Notify watchers" #notify [checked]
    switch "Confidential" #confidential
    button "Drop screenshots here or browse" #screenshots
    button "Create issue" #create
    button "Cancel" #cancel
alert #alert = You have unsaved changes
`,
)
