/** Five pages of apps, written by a third hand: for the steps in `strangers.ts`. */
import { makePage } from '../../server/src/modules/browser-tests/test/make-page.ts'

export const tickets = makePage(
  'https://tickethall.example.com/events/midnight-owls',
  'The Midnight Owls – Harbour Tour | Tickethall',
  `
banner
  link "Tickethall" #logo
  searchbox "Search events, artists or venues" #search
  link "My tickets" #my-tickets
  link "Basket (2)" #basket
  button "Log in" #log-in
main
  heading "The Midnight Owls – Harbour Tour" #heading
  text #venue = Harbour Arena, Hamburg
  button "Add to favourites" #favourite
  table "Dates"
    row
      columnheader "Date"
      columnheader "Price"
      columnheader "Availability"
      columnheader "Tickets"
    row #row-fri
      cell "Fri 14 May 2027"
      cell "from €48.00"
      cell "Few tickets left" #left-fri
      link "Buy tickets" #buy-fri
    row #row-sat
      cell "Sat 15 May 2027"
      cell "from €52.00"
      cell "Available" #left-sat
      link "Buy tickets" #buy-sat
    row #row-sun
      cell "Sun 16 May 2027"
      cell "from €48.00"
      cell "Sold out" #left-sun
      button "Join waiting list" #waiting
  group "Choose your tickets"
    combobox "Seating area" #area {Standing|Lower tier|Upper tier|Balcony} = Standing
    spinbutton "Adults" #adults = 2
    spinbutton "Children under 14" #children = 0
    radio "Mobile ticket" #mobile [checked]
    radio "Printed ticket by post (+€4.90)" #printed
    checkbox "Add ticket insurance" #insurance
    button "Choose seats" #seats
complementary "Your basket"
  heading "Your basket" #basket-heading
  list "Basket items"
    listitem
      text = 2 × Standing, Fri 14 May
      text #price-standing = €96.00
      button "Remove" #remove-standing
    listitem
      text = Parking pass
      text #price-parking = €12.00
      button "Remove" #remove-parking
  textbox "Voucher code" #voucher
  button "Redeem" #redeem
  text = Total
  text #total = €108.00
  button "Proceed to checkout" #proceed
contentinfo
  textbox "Email address" #newsletter
  button "Sign up" #sign-up
`,
)

export const helpdesk = makePage(
  'https://deskly.example.com/tickets/HD-2039',
  'HD-2039 VPN drops every few minutes – Deskly',
  `
banner
  link "Deskly" #logo
  searchbox "Search tickets" #search
  button "New ticket" #new
  button "Omar Haddad" #profile
navigation "Sidebar"
  link "Inbox" #nav-inbox
  link "Assigned to me" #nav-mine
  link "Reports" #nav-reports
  link "Knowledge base" #nav-knowledge
main
  heading "Unsolved tickets" #heading
  combobox "Filter by priority" #filter {All|Low|Medium|High} = All
  table "Tickets"
    row
      columnheader "ID"
      columnheader "Subject"
      columnheader "Requester"
      columnheader "Status"
      columnheader "Actions"
    row #row-2041
      cell "HD-2041"
      link "Printer on 3rd floor is jammed" #ticket-2041
      cell "Lena Vogt"
      cell "Open" #status-2041
      button "Assign to me" #assign-2041
      button "Close" #close-2041
    row #row-2039
      cell "HD-2039"
      link "VPN drops every few minutes" #ticket-2039
      cell "Paulo Reis"
      cell "Open" #status-2039
      button "Assign to me" #assign-2039
      button "Close" #close-2039
    row #row-2036
      cell "HD-2036"
      link "Request for a second monitor" #ticket-2036
      cell "Amira Saleh"
      cell "On hold" #status-2036
      button "Assign to me" #assign-2036
      button "Close" #close-2036
  button "Previous page" #previous [disabled]
  button "Next page" #next
region "Ticket HD-2039"
  heading "VPN drops every few minutes" #detail-heading
  text #requester = Requested by Paulo Reis, 2 hours ago
  combobox "Status" #status {Open|Pending|On hold|Solved} = Open
  combobox "Priority" #priority {Low|Medium|High} = Medium
  combobox "Assignee" #assignee {Unassigned|Omar Haddad|Julia Stern} = Julia Stern
  textbox "Tags" #tags
  list "Conversation"
    listitem
      text = Paulo Reis
      text #message-1 = Since this morning I lose the connection all the time.
    listitem
      text = Julia Stern
      text #message-2 = Which version of the client do you use?
  tablist "Answer"
    tab "Public reply" #tab-reply [selected]
    tab "Internal note" #tab-note
  textbox "Reply" #reply
  button "Attach a file" #attach
  checkbox "Notify requester by email" #notify [checked]
  button "Send reply" #send
  button "Escalate" #escalate
`,
)

export const streaming = makePage(
  'https://lumo.example.com/account',
  'Account – Lumo',
  `
banner
  link "Lumo" #logo
  navigation "Main"
    link "Home" #nav-home
    link "Series" #nav-series
    link "Films" #nav-films
    link "My list" #nav-list
  button "Account menu" #menu
main
  heading "Account" #heading
  status #saved = Your changes have been saved
  region "Membership and billing"
    heading "Membership and billing" #membership
    text #plan = Standard with ads
    text #payment = Next payment: 3 July 2027
    button "Change plan" #change-plan
    link "Cancel membership" #cancel
    text #card = Visa ending in 4242
    button "Update payment method" #update-payment
  region "Sign-in details"
    textbox "Email" #email = sofia@example.com
    textbox "Mobile number" #mobile
    button "Save details" #save-details
    textbox "Current password" #current-password
    textbox "New password" #new-password
    textbox "Confirm new password" #confirm-password
    checkbox "Sign out of all other devices" #everywhere
    button "Save password" #save-password [disabled]
  region "Playback"
    combobox "Video quality" #quality {Auto|Low|Medium|High} = Auto
    combobox "Subtitle language" #subtitles {Off|English|Deutsch|Français} = Off
    switch "Autoplay next episode" #autoplay-next [checked]
    switch "Autoplay previews" #autoplay-previews [checked]
  region "Profiles"
    list "Profiles"
      listitem
        text = Sofia
        button "Edit" #edit-sofia
        button "Delete" #delete-sofia
      listitem
        text = Max
        button "Edit" #edit-max
        button "Delete" #delete-max
      listitem
        text = Kids
        button "Edit" #edit-kids
        button "Delete" #delete-kids
    button "Add profile" #add-profile
  region "Devices"
    table "Devices"
      row
        columnheader "Device"
        columnheader "Last used"
        columnheader "Action"
      row #row-tv
        cell "Living room TV"
        cell "Today"
        button "Sign out" #out-tv
      row #row-pixel
        cell "Pixel 8"
        cell "Yesterday"
        button "Sign out" #out-pixel
contentinfo
  link "Help centre" #help
`,
)

export const enrolment = makePage(
  'https://campus.example.edu/enrolment',
  'Enrolment – Campus Online',
  `
banner
  link "Campus Online" #logo
  navigation "Main"
    link "Dashboard" #nav-dashboard
    link "Timetable" #nav-timetable
    link "Grades" #nav-grades
  button "Messages (3)" #messages
main
  heading "Enrolment for spring term 2027" #heading
  alert #alert = Enrolment closes on 15 January
  searchbox "Course title or code" #search
  combobox "Department" #department {All departments|Biology|History|Mathematics} = All departments
  checkbox "Hide full courses" #hide-full
  table "Available courses"
    row
      columnheader "Code"
      columnheader "Course"
      columnheader "Teacher"
      columnheader "Places"
      columnheader "Actions"
    row #row-genetics
      cell "BIO-110"
      cell "Introduction to Genetics"
      cell "Dr. Okafor"
      cell "6 places left" #places-genetics
      button "Details" #details-genetics
      button "Enrol" #enrol-genetics
    row #row-war
      cell "HIS-204"
      cell "The Cold War"
      cell "Ms. Lindqvist"
      cell "Full" #places-war
      button "Details" #details-war
      button "Enrol" #enrol-war [disabled]
    row #row-algebra
      cell "MAT-150"
      cell "Linear Algebra"
      cell "Prof. Duarte"
      cell "12 places left" #places-algebra
      button "Details" #details-algebra
      button "Enrol" #enrol-algebra
  heading "My courses" #my-courses
  list "My courses"
    listitem
      link "Creative Writing" #course-writing
      text = 6 credits
      button "Drop course" #drop-writing
    listitem
      link "World Geography" #course-geography
      text = 8 credits
      button "Drop course" #drop-geography
  text = Total credits
  text #credits = 14 of 30
  form "Student details"
    textbox "Student number" #number
    textbox "Date of birth" #birth
    textbox "Emergency contact" #emergency
    group "Study mode"
      radio "Full-time" #full-time [checked]
      radio "Part-time" #part-time
    button "Proof of residence" #residence
    textbox "Message to the school office" #message
    checkbox "I have read the school rules" #rules
    button "Save draft" #draft
    button "Submit enrolment" #submit
`,
)

export const delivery = makePage(
  'https://parcelway.example.com/track/PW77301189',
  'Track a parcel | Parcelway',
  `
banner
  link "Parcelway" #logo
  link "Track" #nav-track
  link "Send a parcel" #nav-send
  link "Help" #nav-help
  button "Sign out" #sign-out
main
  heading "Track a parcel" #heading
  textbox "Tracking number" #number
  button "Track" #track
  region "Your parcel"
    heading "Arriving tomorrow" #arriving
    status #loading = Loading map…
    combobox "Delivery day" #day {Wednesday 9 June|Thursday 10 June|Friday 11 June} = Wednesday 9 June
    textbox "Instructions for the driver" #instructions
    checkbox "Notify me by text message" #notify
    button "Save delivery options" #save-options
  heading "Past deliveries" #past
  list "Past deliveries"
    listitem
      text = Parcel from Bookfinch, 2 May
      link "View receipt" #receipt-books
    listitem
      text = Parcel from Teahouse, 18 April
      link "View receipt" #receipt-tea
  heading "Address book" #addresses
  table "Address book"
    row #row-home
      cell "Home"
      cell "Birkenweg 4, Leipzig" #street-home
      button "Edit" #edit-home
      button "Delete" #delete-home
    row #row-office
      cell "Office"
      cell "Hafenstraße 20, Leipzig" #street-office
      button "Edit" #edit-office
      button "Delete" #delete-office
    row #row-grandma
      cell "Grandma"
      cell "Am Anger 7, Weimar" #street-grandma
      button "Edit" #edit-grandma
      button "Delete" #delete-grandma
  form "Add a new address"
    textbox "Full name" #name
    textbox "Street address" #street
    textbox "Postcode" #postcode
    textbox "Town or city" #town
    checkbox "Make this my default address" #default
    button "Save address" #save-address
`,
)
