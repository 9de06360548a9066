/** Five pages of apps, written by another hand than the rules: for the steps in `others.ts`. */
import { makePage } from '../../server/src/modules/browser-tests/test/make-page.ts'

export const hotels = makePage(
  'https://staywell.example.com/search?city=lisbon',
  'Hotels in Lisbon · Staywell',
  `
banner
  link "Staywell" #logo
  navigation "Main"
    link "Hotels" #nav-hotels
    link "Flights" #nav-flights
    link "Deals" #nav-deals
  link "Sign in" #sign-in
search "Find a stay"
  textbox "Destination" #destination = Lisbon
  textbox "Check-in" #check-in = 12/03/2027
  textbox "Check-out" #check-out
  combobox "Guests" #guests {1 adult|2 adults|2 adults, 1 child|2 adults, 2 children} = 2 adults
  checkbox "I'm travelling for work" #work
  button "Search" #search
complementary "Filters"
  group "Popular filters"
    checkbox "Free cancellation" #cancellation
    checkbox "Breakfast included" #breakfast [checked]
    checkbox "Swimming pool" #pool
  group "Star rating"
    radio "3 stars" #stars-3
    radio "4 stars" #stars-4
    radio "5 stars" #stars-5
  button "Clear all filters" #clear
main
  heading "Lisbon: 3 properties found" #heading
  combobox "Sort by" #sort {Our top picks|Price (lowest first)|Review score|Distance from centre} = Our top picks
  button "Show on map" #map
  list "Search results"
    listitem
      link "Casa do Rio" #rio
      text #score-rio = 8.9 Fabulous
      text #price-rio = €142 per night
      button "Add to wishlist" #wish-rio
      button "See availability" #availability-rio
    listitem
      link "Hotel Avenida" #avenida
      text #score-avenida = 8.1 Very good
      text #price-avenida = €118 per night
      button "Add to wishlist" #wish-avenida
      button "See availability" #availability-avenida
    listitem
      link "Alfama Terrace Suites" #alfama
      text #score-alfama = 9.4 Superb
      text #price-alfama = €205 per night
      button "Add to wishlist" #wish-alfama
      button "See availability" #availability-alfama
  button "Load more results" #more [disabled]
contentinfo
  textbox "Your email address" #newsletter
  button "Subscribe" #subscribe
  link "Help centre" #help
`,
)

export const contact = makePage(
  'https://crm.example.com/contacts/4711',
  'Marta Kowalczyk · Northbeam CRM',
  `
banner
  link "Northbeam CRM" #logo
  searchbox "Search contacts, companies and deals" #search
  button "Create" #create
  button "Notifications" #notifications
navigation "Main menu"
  link "Contacts" #nav-contacts
  link "Companies" #nav-companies
  link "Deals" #nav-deals
  link "Reports" #nav-reports
main
  alert #alert = Possible duplicate: M. Kowalczyk, Fenwick Foods
  button "Review duplicate" #review
  button "Dismiss" #dismiss
  heading "Marta Kowalczyk" #heading
  text #job = Head of Procurement
  button "Log a call" #call
  button "Send email" #send
  tablist "Contact record"
    tab "Overview" #tab-overview [selected]
    tab "Activity" #tab-activity
    tab "Deals" #tab-deals
    tab "Files" #tab-files
  tabpanel "Overview"
    table "Contact details"
      row
        rowheader "Email"
        cell "marta.kowalczyk@fenwick.example" #email
        button "Edit" #edit-email
      row
        rowheader "Phone"
        cell "+48 22 555 01 77" #phone
        button "Edit" #edit-phone
      row
        rowheader "Address"
        cell "ul. Prosta 12, Warszawa" #address
        button "Edit" #edit-address
    combobox "Lifecycle stage" #stage {Subscriber|Lead|Opportunity|Customer} = Lead
    combobox "Contact owner" #owner {Unassigned|Priya Nair|Tom Becker} = Priya Nair
    checkbox "Subscribed to newsletter" #newsletter [checked]
    checkbox "Do not contact" #do-not-contact
    heading "Open tasks" #tasks
    list "Open tasks"
      listitem
        checkbox "Send revised quote" #task-quote
        button "Remove" #remove-quote
      listitem
        checkbox "Book site visit" #task-visit
        button "Remove" #remove-visit
    textbox "Add a note" #note
    button "Save note" #save-note [disabled]
complementary "Related"
  heading "Company" #company-heading
  link "Fenwick Foods" #company
`,
)

export const board = makePage(
  'https://sprintly.example.com/boards/relaunch',
  'Website relaunch · Sprintly',
  `
banner
  link "Sprintly" #logo
  button "Invite" #invite
  searchbox "Filter cards" #filter
  checkbox "Only my cards" #mine
main
  heading "Website relaunch" #heading
  region "To do"
    heading "To do" #todo
    list
      listitem
        link "Write imprint page" #card-imprint
        button "Card menu" #menu-imprint
      listitem
        link "Migrate blog posts" #card-blog
        button "Card menu" #menu-blog
    button "Add a card" #add-todo
  region "In progress"
    heading "In progress" #progress
    list
      listitem
        link "Fix cookie banner" #card-cookie
        button "Card menu" #menu-cookie
    button "Add a card" #add-progress
  region "Done"
    heading "Done" #done
    list
      listitem
        link "Choose web fonts" #card-fonts
        button "Card menu" #menu-fonts
    button "Add a card" #add-done
dialog "Card details"
  textbox "Card title" #title = Fix cookie banner
  textbox "Description" #description
  combobox "Status" #status {To do|In progress|Done} = In progress
  combobox "Assignee" #assignee {Nobody|Mei Tanaka|Jonas Weber} = Mei Tanaka
  combobox "Priority" #priority {Low|Normal|High|Urgent} = Normal
  textbox "Due date" #due
  group "Checklist"
    checkbox "Translate texts" #item-texts [checked]
    button "Remove" #remove-texts
    checkbox "Test in Safari" #item-safari
    button "Remove" #remove-safari
    textbox "New checklist item" #new-item
  group "Attachments"
    link "banner-v2.png" #file-banner
    button "Remove" #remove-banner
    link "legal-notes.pdf" #file-legal
    button "Remove" #remove-legal
    button "Attach file" #attach
  textbox "Write a comment" #comment
  button "Post comment" #post [disabled]
  button "Save changes" #save
  button "Archive card" #archive
  button "Close" #close
`,
)

export const checkout = makePage(
  'https://shop.example.com/checkout',
  'Checkout · Fern and Field',
  `
banner
  link "Fern and Field" #logo
  link "Return to basket" #basket
main
  heading "Checkout" #heading
  group "Contact"
    textbox "Email" #email
    checkbox "Email me with news and offers" #offers [checked]
  group "Shipping address"
    combobox "Country/Region" #country {Germany|Austria|Switzerland|Netherlands} = Germany
    textbox "First name" #first
    textbox "Last name" #last
    textbox "Street and house number" #street
    textbox "Postal code" #postal = 123
    alert #alert = Please enter a valid postal code
    textbox "City" #city
    textbox "Phone (optional)" #phone
  group "Shipping method"
    radio "Standard (3–5 days)" #standard [checked]
    radio "Express (next day)" #express
    radio "Pick up in store" #pickup
  group "Payment"
    radio "Credit card" #card [checked]
    radio "PayPal" #paypal
    radio "Invoice" #invoice
    textbox "Card number" #number
    textbox "Expiry date (MM/YY)" #expiry
    textbox "Security code" #cvc
    textbox "Name on card" #holder
  checkbox "Billing address is the same as shipping address" #billing [checked]
  checkbox "I accept the terms and conditions" #terms
  link "Terms and conditions" #terms-link
  button "Pay now" #pay [disabled]
complementary "Order summary"
  list "Items"
    listitem
      link "Linen shirt" #shirt
      spinbutton "Quantity" #quantity-shirt = 1
      text #price-shirt = €59.00
      button "Remove" #remove-shirt
    listitem
      link "Wool scarf" #scarf
      spinbutton "Quantity" #quantity-scarf = 1
      text #price-scarf = €39.00
      button "Remove" #remove-scarf
    listitem
      link "Canvas tote bag" #tote
      spinbutton "Quantity" #quantity-tote = 3
      text #price-tote = €45.00
      button "Remove" #remove-tote
  textbox "Discount code" #discount
  button "Apply" #apply
  text = Subtotal
  text #subtotal = €143.00
  text = Shipping
  text #shipping = €4.90
  text = Total
  text #total = €147.90
`,
)

export const leave = makePage(
  'https://peopledesk.example.com/leave',
  'Time off · PeopleDesk',
  `
banner
  link "PeopleDesk" #logo
  navigation "Main"
    link "Dashboard" #nav-dashboard
    link "My leave" #nav-leave
    link "Team calendar" #nav-calendar
    link "Payslips" #nav-payslips
  button "Account" #account
main
  heading "Time off" #heading
  text = Remaining annual leave
  text #balance = 17.5 days
  form "New request"
    combobox "Leave type" #type {Annual leave|Sick leave|Parental leave|Unpaid leave} = Annual leave
    textbox "First day" #first
    textbox "Last day" #last
    checkbox "Half day" #half
    radio "Morning" #morning [disabled]
    radio "Afternoon" #afternoon [disabled]
    combobox "Substitute" #substitute {None|Aisha Rahman|Erik Lund} = None
    textbox "Comment for your manager" #comment
    button "Medical certificate" #certificate
    button "Save as draft" #draft
    button "Submit request" #submit
  status #saved = Draft saved at 10:42
  heading "My requests" #requests
  combobox "Year" #year {2025|2026|2027} = 2026
  table "My requests"
    row
      columnheader "Period"
      columnheader "Type"
      columnheader "Status"
      columnheader "Actions"
    row #row-dec
      cell "22–31 Dec 2026"
      cell "Annual leave"
      cell "Pending" #status-dec
      button "Edit" #edit-dec
      button "Withdraw" #withdraw-dec
    row #row-nov
      cell "30 Nov 2026"
      cell "Unpaid leave"
      cell "Approved" #status-nov
      button "Edit" #edit-nov
      button "Withdraw" #withdraw-nov
    row #row-sep
      cell "4 Sep 2026"
      cell "Sick leave"
      cell "Approved" #status-sep
      button "View" #view-sep
    row #row-jul
      cell "13–17 Jul 2026"
      cell "Annual leave"
      cell "Rejected" #status-jul
      button "View" #view-jul
`,
)
